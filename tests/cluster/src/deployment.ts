import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDeployment, IMAGE } from '@laurel/stack/deployment';
import { docker, tryRun } from '@laurel/stack/docker';
import type { OutsideWorld } from '@laurel/stack/outside';
import { UNLIMITED } from '@laurel/support/ledger/requests';
import { type Disk, makeDisk } from './disks.ts';
import { NODES, overridesOf, setClock, writeClocks } from './overrides.ts';

const DISK_GIGABYTES = 12;

/** Gives the nodes' disks to the user of their image. */
const giveDisks = async (folder: string): Promise<void> => {
  const mounts = NODES.flatMap((node) => ['--volume', `${join(folder, node)}:/disks/${node}`]);
  const image = `${IMAGE.name}-node:${IMAGE.version}`;
  const script = 'chown postgres:postgres /disks/* && chmod 700 /disks/*';
  await docker(['run', '--rm', '--user', '0:0', '--entrypoint', 'sh', ...mounts, image, '-c', script]);
};

/**
 * A cluster in a temporary folder, as an organiser has it: docker-compose.yml with deploy/cluster, and the files of `laurel
 * setup` and prepare.sh. Differences: every node has a disk of its own, which can be filled, and a library that changes
 * PostgreSQL's clock.
 */
export const createClusterDeployment = async ({ address, flags }: OutsideWorld) => {
  const deployment = await createDeployment({ address, flags, variables: {}, secrets: {} }, 3);
  const { folder } = deployment;
  const diskFolder = mkdtempSync(join(tmpdir(), 'laurel-disks-'));
  const disks = new Map<string, Disk>();
  const remove = async (): Promise<void> => {
    await deployment.remove();
    for (const disk of disks.values()) disk.close();
    rmSync(diskFolder, { recursive: true, force: true });
  };
  try {
    for (const node of NODES) disks.set(node, makeDisk(diskFolder, node, DISK_GIGABYTES));
    await giveDisks(diskFolder);
    writeClocks(folder);
    const prepared = await tryRun('deploy/cluster/prepare.sh', [], { cwd: folder });
    if (prepared.code !== 0) throw new Error(`prepare.sh ended with ${prepared.code}:\n${prepared.output}`);
    writeFileSync(join(folder, 'test.yml'), await overridesOf(folder, diskFolder));
    deployment.set({
      ...UNLIMITED,
      CLUSTER_VERSION: IMAGE.version,
      COMPOSE_FILE: 'docker-compose.yml:deploy/cluster/compose.yml:docker-compose.override.yml:test.yml',
    });
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    ...deployment,
    disk: (node: string): Disk => {
      const disk = disks.get(node);
      if (!disk) throw new Error(`${node} has no disk`);
      return disk;
    },
    /** Sets the clock of a node's PostgreSQL, relative to the machine's: "+30". */
    setClock: (node: string, by: string): void => setClock(folder, node, by),
    /** The last lines of every container. */
    logs: async (): Promise<string> => (await deployment.tryCompose('logs', '--tail', '40')).output,
    remove,
  };
};

export type ClusterDeployment = Awaited<ReturnType<typeof createClusterDeployment>>;
