import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { docker, tryDocker, tryRun } from './docker.ts';
import { HOST, type OutsideWorld } from './outside.ts';

const root = join(import.meta.dirname, '../../..');

/** The image under test. */
export const IMAGE = { name: process.env.LAUREL_IMAGE ?? 'laurel', version: process.env.LAUREL_VERSION ?? 'local' };

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });

const key = (): string => randomBytes(32).toString('base64');

/** What this machine lends to the containers, and what a test's folder differs in from an organiser's. */
const overrides = (address: string): string => `
services:
  app: { extra_hosts: ['${HOST}:${address}'] }
  migrate: { extra_hosts: ['${HOST}:${address}'] }
`;

/**
 * A deployment in a folder of its own, as an organiser has it: the compose file, deploy/, an edition, .env and secrets/.
 * @param replicas how many copies of the app
 */
export const createDeployment = async (outside: OutsideWorld, replicas: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-stack-'));
  chmodSync(folder, 0o755);
  for (const part of ['docker-compose.yml', 'deploy'])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  cpSync(join(root, 'packages/catalog/editions/demo'), join(folder, 'edition'), { recursive: true });
  writeFileSync(join(folder, 'docker-compose.override.yml'), overrides(outside.address));
  const ports = { http: await freePort(), https: await freePort() };
  const origin = `https://localhost:${ports.https}`;
  const network = randomBytes(1)[0] ?? 0;
  const passwords = { app: randomBytes(24).toString('hex'), owner: randomBytes(24).toString('hex') };
  const secrets: Record<string, string> = {
    jwt_secret: key(),
    jwt_secret_previous: '',
    data_key: key(),
    data_key_previous: '',
    postgres_password: passwords.owner,
    database_url: `postgres://laurel_app:${passwords.app}@postgres:5432/laurel`,
    database_migrate_url: `postgres://laurel:${passwords.owner}@postgres:5432/laurel`,
    sms_twilio_auth_token: '',
    instagram_access_token: '',
    instagram_app_secret: '',
    instagram_verify_token: '',
    ...outside.secrets,
  };
  mkdirSync(join(folder, 'secrets'), { mode: 0o755 });
  for (const [name, value] of Object.entries(secrets))
    writeFileSync(join(folder, 'secrets', name), value, { mode: 0o644 });
  const variables: Record<string, string> = {
    COMPOSE_PROJECT_NAME: `laurel-stack-${randomBytes(4).toString('hex')}`,
    LAUREL_IMAGE: IMAGE.name,
    LAUREL_VERSION: IMAGE.version,
    LAUREL_DOMAIN: 'localhost',
    LAUREL_TLS: 'tls internal',
    PUBLIC_URL: origin,
    HTTP_PORT: String(ports.http),
    HTTPS_PORT: String(ports.https),
    EDGE_SUBNET: `10.213.${network}.0/24`,
    APP_REPLICAS: String(replicas),
    ...outside.variables,
  };
  const writeVariables = (): void => {
    const lines = Object.entries(variables).map(([name, value]) => `${name}="${value}"`);
    writeFileSync(join(folder, '.env'), `${lines.join('\n')}\n`, { mode: 0o600 });
  };
  writeVariables();

  const compose = (...args: string[]): Promise<string> => docker(['compose', ...args], { cwd: folder });
  const containers = async (service: string): Promise<string[]> =>
    (await compose('ps', '-q', service)).split('\n').filter((id) => id !== '');

  const up = ['up', '-d', '--wait', '--wait-timeout', '240', '--quiet-pull', '--no-build'];

  return {
    folder,
    origin,
    ports,
    compose,
    /** `docker compose up -d`, until all is healthy. */
    up: async (): Promise<void> => {
      await compose(...up);
    },
    /** Goes over to another version, as docs/self-hosting.md says. */
    upgrade: (version: string) => tryRun('deploy/upgrade.sh', [version], { cwd: folder }),
    tryCompose: (...args: string[]) => tryDocker(['compose', ...args], { cwd: folder }),
    containers,
    secret: (name: string): string => secrets[name] ?? '',
    /** Changes .env; compose takes it over with its next `up`. */
    set: (changes: Record<string, string>): void => {
      Object.assign(variables, changes);
      writeVariables();
    },
    /** Trusts the authority that Caddy made for itself, in this process. */
    trustCaddy: async (): Promise<void> => {
      const [id = ''] = await containers('caddy');
      const authority = await docker(['exec', id, 'cat', '/data/caddy/pki/authorities/local/root.crt']);
      setDefaultCACertificates([...getCACertificates(), authority]);
    },
    /** The owner's connection string, from this machine: the host reaches its engine's networks. */
    databaseUrl: async (): Promise<string> => {
      const [id = ''] = await containers('postgres');
      const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}';
      const address = (await docker(['inspect', '--format', format, id])).trim();
      return `postgres://laurel:${passwords.owner}@${address}:5432/laurel`;
    },
    /** Ends it and leaves nothing. */
    remove: async (): Promise<void> => {
      await tryDocker(['compose', '--profile', '*', 'down', '--volumes', '--timeout', '5'], { cwd: folder });
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export type Deployment = Awaited<ReturnType<typeof createDeployment>>;
