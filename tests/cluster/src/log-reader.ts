import type { Statement } from '@laurel/support/ledger/compare';
import { parseCheckpoint } from '@laurel/tlog/checkpoint';
import { createRepeat } from './repeat.ts';

const PAUSE_MS = 500;
const ASK_MS = 2_000;

/** The checkpoints, shown by any process, that are not the stored one of their size. */
const FORKED = `
  SELECT s.size FROM unnest($1::int8[], $2::text[]) s (size, root)
   WHERE NOT EXISTS (SELECT FROM log_checkpoints c WHERE c.size = s.size AND c.root = decode(s.root, 'base64'))`;

type Shown = { size: number; root: string };

/** What is wrong with checkpoints that were shown: those that the log does not have. The roots are in base64. */
export const compareCheckpoints = async (statement: Statement, shown: readonly Shown[]): Promise<string[]> => {
  const values = [shown.map(({ size }) => size), shown.map(({ root }) => root)];
  const forked = await statement<{ size: string }>(FORKED, values);
  return forked.map(({ size }) => `the log showed a checkpoint of ${size} leaves that it does not have`);
};

/**
 * Reads the checkpoint of every Laurel process again and again, as an outsider would. `laurel log verify` compares the stored
 * checkpoints with the leaves, so one that was shown and is not stored is a fork.
 * @param path of the log's checkpoint
 */
export const createLogReader = (path: string) => {
  const shown = new Map<string, Shown>();
  const { start, stop } = createRepeat(PAUSE_MS);

  const read = async (address: string): Promise<void> => {
    const answer = await fetch(`http://${address}:8080${path}`, { signal: AbortSignal.timeout(ASK_MS) });
    if (!answer.ok) return;
    const [text = ''] = (await answer.text()).split('\n\n');
    const { size, root } = parseCheckpoint(`${text}\n`);
    const base64 = Buffer.from(root).toString('base64');
    shown.set(`${size} ${base64}`, { size, root: base64 });
  };

  return {
    start: (addresses: readonly string[]): void =>
      start(async () => {
        await Promise.all(addresses.map((address) => read(address).catch(() => undefined)));
      }),
    stop,
    /** How many different checkpoints were shown so far. */
    seen: (): number => shown.size,
    compare: (statement: Statement): Promise<string[]> => compareCheckpoints(statement, [...shown.values()]),
  };
};

export type LogReader = ReturnType<typeof createLogReader>;
