import { appendFileSync, chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addSettings, IMAGE, settingsOf, withSettings } from '@laurel/stack/deployment';
import { docker, tryDocker, tryRun } from '@laurel/stack/docker';
import { bridgeAddress, HOST, openTo, UNENCRYPTED } from '@laurel/stack/outside';
import type { Ledger } from '@laurel/support/ledger/ledger';
import { UNLIMITED } from '@laurel/support/ledger/requests';
import { type Disk, makeDisk } from './disks.ts';
import { NODES, overridesOf, setClock, writeClocks } from './overrides.ts';

const root = join(import.meta.dirname, '../../..');
const DISK_GIGABYTES = 12;
/** A database with a copy on each of three nodes, on two cores. */
const UP_WITHIN_SECONDS = 240;

/** The ledger's providers, at addresses that containers can reach. */
const openProviders = async (ledger: Ledger) => {
  const address = await bridgeAddress();
  const { smtpPort, smsPort } = await ledger.order({ do: 'figures' });
  const mail = await openTo(address, smtpPort);
  const sms = await openTo(address, smsPort);
  return {
    address,
    flags: [
      ...['--mail', `smtp://${HOST}:${mail.port}`, '--mail-from', 'Awards <awards@example.org>'],
      ...['--support-email', 'support@example.org', '--test-mail', 'organiser@example.org'],
      ...['--sms', 'webhook', '--sms-webhook-url', `http://${HOST}:${sms.port}/sms`],
      ...['--test-sms', '+380671112233', '--instagram', 'review', '--audience', '20000'],
      ...['--allow-unencrypted', UNENCRYPTED],
    ],
    close: () => {
      mail.close();
      sms.close();
    },
  };
};

/**
 * A cluster in a temporary folder, as an organiser has it: docker-compose.yml with deploy/cluster, and the files of `laurel
 * setup` and prepare.sh. Differences: every node has a disk of its own, which can be filled, and a library that changes
 * PostgreSQL's clock.
 */
export const createClusterDeployment = async (ledger: Ledger) => {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-cluster-'));
  chmodSync(folder, 0o755);
  for (const part of ['docker-compose.yml', 'deploy'])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  const providers = await openProviders(ledger);
  const settings = { ...(await settingsOf(3)), CLUSTER_VERSION: IMAGE.version };
  const disks = new Map<string, Disk>();
  const compose = (...args: string[]): Promise<string> => docker(['compose', ...args], { cwd: folder });

  const remove = async (): Promise<void> => {
    await withSettings(settings, folder, [
      'docker',
      'compose',
      '--profile',
      '*',
      'down',
      '--volumes',
      '--timeout',
      '2',
    ]);
    for (const disk of disks.values()) disk.close();
    providers.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const setUp = async (): Promise<void> => {
    for (const node of NODES) disks.set(node, makeDisk(folder, node, DISK_GIGABYTES));
    await giveDisks(folder, `${settings.LAUREL_IMAGE}-node:${settings.CLUSTER_VERSION}`);
    writeClocks(folder);
    writeFileSync(
      join(folder, 'docker-compose.override.yml'),
      `services:\n  setup: { extra_hosts: ['${HOST}:${providers.address}'] }\n`,
    );
    const setup = ['laurel', 'setup', '--dir', '/deployment', '--yes', '--domain', 'localhost', '--skip-dns'];
    const run = ['docker', 'compose', 'run', '--rm', '-T', 'setup', ...setup, ...providers.flags];
    const asked = await withSettings(settings, folder, run);
    if (asked.code !== 0) throw new Error(`laurel setup ended with ${asked.code}:\n${asked.output}`);
    const prepared = await tryRun('deploy/cluster/prepare.sh', [], { cwd: folder });
    if (prepared.code !== 0) throw new Error(`prepare.sh ended with ${prepared.code}:\n${prepared.output}`);
    writeFileSync(join(folder, 'test.yml'), await overridesOf({ folder, address: providers.address }));
    addSettings(folder, { ...settings, ...UNLIMITED });
    appendFileSync(join(folder, '.env'), 'COMPOSE_FILE="docker-compose.yml:deploy/cluster/compose.yml:test.yml"\n');
  };
  try {
    await setUp();
  } catch (error) {
    await remove();
    throw error;
  }
  const id = async (service: string): Promise<string> =>
    (await compose('ps', '--all', '-q', service)).trim().split('\n')[0] ?? '';
  return {
    folder,
    origin: settings.PUBLIC_URL,
    compose,
    tryCompose: (...args: string[]) => tryDocker(['compose', ...args], { cwd: folder }),
    /** The container of a service; the first, if there are several. */
    id,
    ids: async (service: string): Promise<string[]> =>
      (await compose('ps', '--all', '-q', service)).split('\n').filter((each) => each !== ''),
    /** A container's address on a network, which this machine can reach. */
    addressOf: async (container: string, network: string): Promise<string> => {
      const format = `{{(index .NetworkSettings.Networks "${settings.COMPOSE_PROJECT_NAME}_${network}").IPAddress}}`;
      return (await docker(['inspect', '--format', format, container])).trim();
    },
    /** The engine's name of one of the deployment's networks. */
    networkOf: (name: string): string => `${settings.COMPOSE_PROJECT_NAME}_${name}`,
    secret: (name: string): string => readFileSync(join(folder, 'secrets', name), 'utf8').trim(),
    disk: (node: string): Disk => {
      const disk = disks.get(node);
      if (!disk) throw new Error(`${node} has no disk`);
      return disk;
    },
    /** A page, as one Laurel process serves it. */
    page: async (path: string): Promise<string> => {
      const script = `fetch('http://127.0.0.1:8080${path}').then((r) => r.text()).then((text) => process.stdout.write(text))`;
      return compose('exec', '-T', 'app', 'node', '-e', script);
    },
    /** Sets the clock of a node's PostgreSQL, relative to the machine's: "+30". */
    setClock: (node: string, by: string): void => setClock(folder, node, by),
    up: async (): Promise<void> => {
      await compose('up', '-d', '--wait', '--wait-timeout', String(UP_WITHIN_SECONDS), '--quiet-pull', '--no-build');
    },
    /** The last lines of every container. */
    logs: async (): Promise<string> => (await tryDocker(['compose', 'logs', '--tail', '40'], { cwd: folder })).output,
    remove,
  };
};

/** Gives the nodes' disks to the user of their image. */
const giveDisks = async (folder: string, image: string): Promise<void> => {
  const mounts = NODES.flatMap((node) => ['--volume', `${join(folder, node)}:/disks/${node}`]);
  const script = 'chown postgres:postgres /disks/* && chmod 700 /disks/*';
  await docker(['run', '--rm', '--user', '0:0', '--entrypoint', 'sh', ...mounts, image, '-c', script]);
};

export type ClusterDeployment = Awaited<ReturnType<typeof createClusterDeployment>>;
