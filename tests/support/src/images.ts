/** The names of the images in docker-compose.yml, by the targets of the Dockerfile. */
export const IMAGE_NAMES = { app: 'laurel', backup: 'laurel-backup' };

/** The targets of deploy/cluster/Dockerfile; each image is named after the app's image, such as `laurel-node`. */
export const CLUSTER_TARGETS = ['node', 'etcd', 'haproxy', 'pgbouncer'];
