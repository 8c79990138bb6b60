// What happens to a container, from outside of it. As root on the engine's machine: processes are killed by their id there, so
// that the engine sees a crash and applies its restart policy, and packets are dropped inside a container's own network.
import { execFileSync } from 'node:child_process';
import { docker } from '@laurel/stack/docker';

/** Ends a disturbance. */
export type Undo = () => Promise<void>;

/** The process of a container on the engine's machine; undefined while it is off, as by the other fault of a pair. */
const processOf = async (container: string): Promise<number | undefined> =>
  Number((await docker(['inspect', '--format', '{{.State.Pid}}', container])).trim()) || undefined;

/** Kills all processes of a container at once. Its restart policy applies. */
export const crash = async (container: string): Promise<void> => {
  const target = await processOf(container);
  if (target !== undefined) process.kill(target, 'SIGKILL');
};

const KILL_POSTMASTER = 'kill -9 "$(head -n 1 /var/lib/postgresql/data/main/postmaster.pid)"';

/** Kills the postmaster of a node. Not by the engine, which runs nothing in a frozen container. */
export const killPostmaster = async (container: string): Promise<void> => {
  const target = await processOf(container);
  if (target === undefined) return;
  const command = ['--mount', '--pid', 'sh', '-c', KILL_POSTMASTER];
  execFileSync('nsenter', ['--target', String(target), ...command], { stdio: 'pipe' });
};

/** Kills all processes of a container, which stays off until it is undone: a machine that lost its power. */
export const powerOff = async (container: string): Promise<Undo> => {
  await docker(['kill', '--signal', 'KILL', container]);
  return async () => void (await docker(['start', container]));
};

/** Stops all processes of a container where they are, until it is undone. */
export const freeze = async (container: string): Promise<Undo> => {
  await docker(['pause', container]);
  return async () => void (await docker(['unpause', container]));
};

/** Drops every packet between a container and a network, without a notice, until it is undone. */
export const cut = async (container: string, network: string): Promise<Undo> => {
  const format = '{{range .IPAM.Config}}{{.Subnet}}{{end}}';
  const subnet = (await docker(['network', 'inspect', '--format', format, network])).trim();
  const target = await processOf(container);
  // A machine without power has no network either.
  if (target === undefined) return async () => undefined;
  const rule = (action: '-I' | '-D'): void => {
    for (const [chain, side] of [
      ['INPUT', '-s'],
      ['OUTPUT', '-d'],
    ] as const) {
      const command = ['iptables', action, chain, side, subnet, '-j', 'DROP'];
      execFileSync('nsenter', ['--target', String(target), '--net', ...command], { stdio: 'pipe' });
    }
  };
  rule('-I');
  return async () => {
    // After a restart the container has a new network namespace, without the rules.
    if ((await processOf(container)) === target) rule('-D');
  };
};
