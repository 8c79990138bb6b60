import type pg from 'pg';
import { createPoll, type Poll } from '../../concurrency/poll.ts';
import { type Answer, readRefusal, readSwitch, switchYear } from './store.ts';

/** Each process looks in this interval for a switch, milliseconds. */
const LOOK_EVERY_MS = 1_000;

type Deps = {
  /** The year of the edition that this process serves. */
  year: number;
  pool: pg.Pool;
  /** Connections for the switch, which gives every voter another random id. */
  longPool: pg.Pool;
  now(): Date;
  /** Publishes the totals that are due: otherwise that happens only when somebody asks for them. */
  publishTotals(): Promise<unknown>;
  /** Makes the answers that are archived. */
  collect(): Promise<readonly Answer[]>;
  /** Another edition is the current one: the process must serve it instead. */
  onSwitched(): void;
  onError(error: unknown): void;
};

/**
 * Looks every second whether another edition became the current one, and carries out a switch that is due. One that is refused is tried
 * again: totals become final, and the public log ends, seconds after the announcement.
 */
export const createSwitcher = (deps: Deps): Poll & { look(): Promise<void> } => {
  const { year, pool, longPool, now, publishTotals, collect, onError } = deps;
  let isTold = false;
  const tell = (): void => {
    if (!isTold) deps.onSwitched();
    isTold = true;
  };
  const look = async (): Promise<void> => {
    const found = await readSwitch(pool, now());
    if (found.year !== year) return tell();
    if (!found.isDue) return;
    await publishTotals();
    if ((await readRefusal(pool, now())) !== null) return;
    if (await switchYear(longPool, collect, now)) tell();
  };
  return { look, ...createPoll(LOOK_EVERY_MS, look, onError) };
};
