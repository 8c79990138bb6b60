/** The names of the images in docker-compose.yml, by the targets of the Dockerfile. */
export const IMAGE_NAMES = { app: 'laurel', backup: 'laurel-backup' };
