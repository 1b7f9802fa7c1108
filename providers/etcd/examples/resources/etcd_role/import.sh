terraform import etcd_role.app app
