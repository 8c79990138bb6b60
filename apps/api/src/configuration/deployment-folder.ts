import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { SECRET_FILES, SECRET_NAMES, type SecretFile } from './deployment.ts';

/**
 * The variables that docker-compose.yml makes of a deployment's folder for the app: those of `.env`, and a `NAME_FILE` for
 * each file in secrets/. For commands that have to work while no app runs.
 * @returns undefined where the folder holds no deployment
 * @throws Error of the file system, where .env can't be read
 */
export const readDeploymentFolder = (directory: string): Record<string, string | undefined> | undefined => {
  const path = join(directory, '.env');
  if (!existsSync(path)) return undefined;
  const settings = parseEnv(readFileSync(path, 'utf8'));
  const secrets = SECRET_NAMES.flatMap((name) => {
    const { variable }: SecretFile = SECRET_FILES[name];
    const file = join(directory, 'secrets', name);
    return variable !== undefined && existsSync(file) ? [[`${variable}_FILE`, file] as const] : [];
  });
  const { PUBLIC_URL = `https://${settings.LAUREL_DOMAIN ?? 'localhost'}` } = settings;
  return { ...settings, ...Object.fromEntries(secrets), PUBLIC_URL, EDITION_DIR: join(directory, 'edition') };
};
