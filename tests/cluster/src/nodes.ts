import { setTimeout as sleep } from 'node:timers/promises';
import type { Deployment } from '@laurel/stack/deployment';
import { z } from 'zod';
import { NODES } from './overrides.ts';

const membersSchema = z.object({
  members: z.array(
    z.object({ name: z.string(), role: z.string(), state: z.string(), timeline: z.number().optional() }),
  ),
});
type Containers = Pick<Deployment, 'id' | 'addressOf' | 'compose'>;
type Member = z.output<typeof membersSchema>['members'][number];

const ASK_MS = 2_000;
/** The longest wait for a node with a role. */
const ROLE_MS = 600_000;

/** The members as one node's Patroni sees them; undefined without an answer. */
const seenBy = async (deployment: Containers, node: string): Promise<Member[] | undefined> => {
  try {
    const address = await deployment.addressOf(await deployment.id(node), 'data');
    const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(ASK_MS) });
    return membersSchema.parse(await answer.json()).members;
  } catch {
    return undefined;
  }
};

const isHealthy = (members: readonly Member[]): boolean => {
  const leader = members.find(({ role }) => role === 'leader');
  const followers = members.filter(({ role }) => role !== 'leader');
  return (
    leader?.state === 'running' &&
    members.length === NODES.length &&
    followers.some(({ role }) => role === 'sync_standby') &&
    followers.every(({ state, timeline }) => state === 'streaming' && timeline === leader.timeline)
  );
};

/** What Patroni knows of the nodes. */
export const createNodes = (deployment: Containers) => {
  const members = async (): Promise<Member[]> => {
    for (const node of NODES) {
      const seen = await seenBy(deployment, node);
      if (seen?.some(({ role }) => role === 'leader')) return seen;
    }
    return [];
  };
  // While another fault of a pair continues, there may be no such node.
  const nameOf = async (role: string): Promise<string> => {
    for (const until = Date.now() + ROLE_MS; ; await sleep(500)) {
      const found = (await members()).find((each) => each.role === role);
      if (found) return found.name;
      if (Date.now() > until) throw new Error(`no node is ${role}`);
    }
  };
  return {
    members,
    primary: () => nameOf('leader'),
    /** The primary's timeline: each election begins another. */
    timeline: async (): Promise<number> => {
      const timeline = (await members()).find(({ role }) => role === 'leader')?.timeline;
      if (timeline === undefined) throw new Error('no node is the primary');
      return timeline;
    },
    /** The standby for which commits wait. */
    synchronous: () => nameOf('sync_standby'),
    standbys: async (): Promise<string[]> =>
      (await members()).filter(({ role }) => role !== 'leader').map(({ name }) => name),
    /**
     * Waits until all three nodes agree on one primary with two standbys, one of them synchronous.
     * @throws Error with what they say instead
     */
    settled: async (withinMs: number): Promise<void> => {
      for (const until = Date.now() + withinMs; ; await sleep(500)) {
        const views = await Promise.all(NODES.map((node) => seenBy(deployment, node)));
        if (views.every((view) => view !== undefined && isHealthy(view))) return;
        if (Date.now() > until) throw new Error(`the nodes did not recover: ${JSON.stringify(views)}`);
      }
    },
    /** Makes the synchronous standby primary. Patroni accepts no other candidate. */
    switchOver: async (): Promise<void> => {
      const candidate = await nameOf('sync_standby');
      const patronictl = ['exec', '-T', candidate, 'sh', '/etc/laurel/start.sh', 'ctl'];
      await deployment.compose(...patronictl, 'switchover', 'laurel', '--candidate', candidate, '--force');
    },
  };
};

export type Nodes = ReturnType<typeof createNodes>;
