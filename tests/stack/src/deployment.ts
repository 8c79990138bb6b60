import { randomBytes, randomInt } from 'node:crypto';
import { appendFileSync, chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { freePort } from '@laurel/database/free-port';
import { IMAGE_NAMES } from '@laurel/support/images';
import { docker, tryDocker, tryRun } from './docker.ts';
import { HOST, type Providers } from './outside.ts';

const root = join(import.meta.dirname, '../../..');

/** The image under test. */
export const IMAGE = { name: IMAGE_NAMES.app, version: process.env.STACK_VERSION ?? 'local' };

/** Tags both images with another version as well. */
export const tagImages = async (version: string, other: string): Promise<void> => {
  for (const name of Object.values(IMAGE_NAMES)) await docker(['tag', `${name}:${version}`, `${name}:${other}`]);
};

/** Removes both images of a version. */
export const removeImages = async (version: string): Promise<void> => {
  await tryDocker(['image', 'rm', '--force', ...Object.values(IMAGE_NAMES).map((name) => `${name}:${version}`)]);
};

/** The address of the test's providers for containers: the only difference to an organiser's deployment. */
export const overrides = (address: string): string => {
  const services = ['app', 'migrate', 'setup'].map((name) => `  ${name}: { extra_hosts: ['${HOST}:${address}'] }`);
  return `services:\n${services.join('\n')}\n`;
};

/** The differences of a test's .env to an organiser's: names, ports and a network. */
export const settingsOf = async (replicas: number) => {
  const [http, https] = [await freePort(), await freePort()];
  return {
    COMPOSE_PROJECT_NAME: `laurel-stack-${randomBytes(4).toString('hex')}`,
    LAUREL_IMAGE: IMAGE.name,
    LAUREL_VERSION: IMAGE.version,
    // Two files run at once; Vitest numbers its workers, so they never choose the same subnet.
    EDGE_SUBNET: `10.${210 + Number(process.env.VITEST_POOL_ID ?? 0)}.${randomBytes(1)[0] ?? 0}.0/24`,
    LAUREL_IPV6_SUBNET: `fd4c:6175:7265:${randomInt(0x1000, 0xffff).toString(16)}::/64`,
    LAUREL_TLS: 'tls internal',
    PUBLIC_URL: `https://localhost:${https}`,
    CONSOLE_URL: `https://console.localhost:${https}`,
    HTTP_PORT: String(http),
    HTTPS_PORT: String(https),
    APP_REPLICAS: String(replicas),
  };
};

/** Runs a program before .env exists: the environment has its values. */
export const withSettings = (settings: Record<string, string>, folder: string, command: readonly string[]) => {
  const environment = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return tryRun('env', [...environment, ...command], { cwd: folder });
};

/** Appends to the .env of `laurel setup`. */
export const addSettings = (folder: string, settings: Record<string, string>): void => {
  const lines = Object.entries(settings).map(([name, value]) => `${name}="${value}"`);
  appendFileSync(join(folder, '.env'), `\n${lines.join('\n')}\n`);
};

/** Creates an organiser's folder with `laurel setup`. */
const setUp = async (outside: Providers, replicas: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-stack-'));
  chmodSync(folder, 0o755);
  for (const part of ['docker-compose.yml', 'deploy'])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  writeFileSync(join(folder, 'docker-compose.override.yml'), overrides(outside.address));
  const settings = await settingsOf(replicas);
  const setup = ['laurel', 'setup', '--dir', '/deployment', '--yes', '--domain', 'localhost', '--skip-dns'];
  const run = ['docker', 'compose', 'run', '--rm', '-T', 'setup', ...setup, ...outside.flags];
  const asked = await withSettings(settings, folder, run);
  if (asked.code !== 0) {
    await withSettings(settings, folder, ['docker', 'compose', '--profile', '*', 'down', '--volumes']);
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`laurel setup ended with ${asked.code}:\n${asked.output}`);
  }
  addSettings(folder, { ...settings, ...outside.variables });
  for (const [name, content] of Object.entries(outside.secrets)) {
    rmSync(join(folder, 'secrets', name));
    writeFileSync(join(folder, 'secrets', name), content, { mode: 0o444 });
  }
  return {
    folder,
    project: settings.COMPOSE_PROJECT_NAME,
    origin: settings.PUBLIC_URL,
    consoleUrl: settings.CONSOLE_URL,
    ports: { http: settings.HTTP_PORT, https: settings.HTTPS_PORT },
    printed: asked.output,
  };
};

/**
 * A deployment in a temporary folder, as an organiser has it: the compose file, deploy/, and the files of `laurel setup`.
 * @param replicas the copies of the app
 */
export const createDeployment = async (outside: Providers, replicas: number) => {
  const { folder, project, origin, consoleUrl, ports, printed } = await setUp(outside, replicas);
  const compose = (...args: string[]): Promise<string> => docker(['compose', ...args], { cwd: folder });
  const containers = async (service: string, ...flags: string[]): Promise<string[]> =>
    (await compose('ps', '-q', ...flags, service)).split('\n').filter((id) => id !== '');
  /** The container of a service, also a stopped one; the first, if there are several. */
  const id = async (service: string): Promise<string> => (await containers(service, '--all'))[0] ?? '';
  /** The engine's name of one of the deployment's networks. */
  const networkOf = (name: string): string => `${project}_${name}`;
  /** A container's address on a network, which this machine can reach. */
  const addressOf = async (container: string, network: string): Promise<string> => {
    const format = `{{(index .NetworkSettings.Networks "${networkOf(network)}").IPAddress}}`;
    return (await docker(['inspect', '--format', format, container])).trim();
  };
  const secret = (name: string): string => readFileSync(join(folder, 'secrets', name), 'utf8').trim();
  /** Caddy's own certificate authority. */
  const authority = async (): Promise<string> =>
    docker(['exec', await id('caddy'), 'cat', '/data/caddy/pki/authorities/local/root.crt']);
  /** The container of a service runs a program to its end, without a terminal. */
  const exec = (service: string, command: readonly string[], input = '') =>
    tryDocker(['compose', 'exec', '-T', service, ...command], { cwd: folder, input });

  return {
    folder,
    /** The project's name, a part of the names of its networks and volumes. */
    project,
    origin,
    /** The address of the organisers' console. */
    consoleUrl,
    ports,
    /** The output of `laurel setup`. */
    printed,
    compose,
    exec,
    tryCompose: (...args: string[]) => tryDocker(['compose', ...args], { cwd: folder }),
    containers,
    id,
    addressOf,
    networkOf,
    secret,
    /** `docker compose up -d`, until everything is healthy. */
    up: async (): Promise<void> => {
      await compose('up', '-d', '--wait', '--wait-timeout', '900', '--quiet-pull', '--no-build');
    },
    /** Upgrades to another version, as in docs/self-hosting.md. */
    upgrade: (version: string) => tryRun('deploy/upgrade.sh', [version], { cwd: folder }),
    /** Replaces the copies of the app one by one, after a change of .env, the edition or secrets. */
    restart: () => tryRun('deploy/restart.sh', [], { cwd: folder }),
    /** `laurel backup drill --json`, with the private key on its standard input. */
    drill: () => exec('backup', ['laurel', 'backup', 'drill', '--json', '--identity', '-'], secret('backup_identity')),
    /** The findings of `laurel doctor`. */
    doctor: async (): Promise<{ check: string; ok: boolean; detail: string }[]> => {
      const { output } = await exec('app', ['laurel', 'doctor', '--json']);
      return JSON.parse(output.slice(output.indexOf('{'))).findings;
    },
    /** Changes .env; it applies with the next `up`. */
    set: (changes: Record<string, string>): void => {
      const file = join(folder, '.env');
      const kept = readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => !Object.keys(changes).some((name) => line.startsWith(`${name}=`)));
      const changed = Object.entries(changes).map(([name, value]) => `${name}="${value}"`);
      writeFileSync(file, [...kept, ...changed, ''].join('\n'));
    },
    authority,
    /** Trusts Caddy's own certificate authority in this process. */
    trustCaddy: async (): Promise<void> => {
      setDefaultCACertificates([...getCACertificates(), await authority()]);
    },
    /** The owner's connection string from this machine, which reaches its engine's networks. */
    databaseUrl: async (): Promise<string> => {
      const address = await addressOf(await id('postgres'), 'data');
      return `postgres://laurel:${secret('postgres_password')}@${address}:5432/laurel`;
    },
    /** Stops it and removes everything. */
    remove: async (): Promise<void> => {
      await tryDocker(['compose', '--profile', '*', 'down', '--volumes', '--timeout', '5'], { cwd: folder });
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export type Deployment = Awaited<ReturnType<typeof createDeployment>>;
