terraform import etcd_key.greeting /app/greeting
