import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { SECRET_FILES, SECRET_NAMES, type SecretFile } from './deployment.ts';

/**
 * Reads the variables that docker-compose.yml passes to the app: those of `.env`, and a `NAME_FILE` for each file in
 * secrets/. For commands that must work while the app is stopped.
 * @returns undefined if the folder holds no deployment
 * @throws Error of the file system if .env cannot be read
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
  const { LAUREL_CONSOLE_DOMAIN } = settings;
  // As in docker-compose.yml, an empty value counts as unset.
  const PUBLIC_URL = settings.PUBLIC_URL || `https://${settings.LAUREL_DOMAIN || 'localhost'}`;
  const CONSOLE_URL = settings.CONSOLE_URL || (LAUREL_CONSOLE_DOMAIN ? `https://${LAUREL_CONSOLE_DOMAIN}` : undefined);
  return {
    ...settings,
    ...Object.fromEntries(secrets),
    PUBLIC_URL,
    CONSOLE_URL,
    EDITION_DIR: join(directory, 'edition'),
  };
};
