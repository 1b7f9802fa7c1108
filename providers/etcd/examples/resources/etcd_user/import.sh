terraform import etcd_user.ann ann
