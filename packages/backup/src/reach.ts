// How far the write-ahead log (WAL) is in the store: a state, and the events that change it.
import type { Lsn, Position } from './wal.ts';

export type Reach = {
  /**
   * `following`: pg_receivewal receives the timeline on which it started. `ahead`: it followed the server to a newer one,
   * which it does without a new connection. Until its next start, the positions stay where they are.
   */
  state: 'following' | 'ahead';
  /** How often pg_receivewal has started. */
  run: number;
  /** The server's timeline when pg_receivewal started. Only its files advance the positions. */
  timeline: number;
  /** All WAL of the timeline before this position is in the store. */
  shipped: Lsn;
  /** The end of the signed WAL: on an earlier timeline, until WAL of this one is signed. */
  end: Position;
};

export type ReachEvent =
  /** pg_receivewal starts on the server's timeline. */
  | { event: 'begun'; timeline: number }
  /** The spool has a file of a newer timeline. */
  | { event: 'led away' }
  /** A file is in the store and signed up to a position; `whole`: with its segment, and so with all WAL before it. */
  | { event: 'signed'; timeline: number; upTo: Lsn; whole: boolean }
  /** All that a run of pg_receivewal has written, up to a position, is in the store. */
  | { event: 'stored'; run: number; upTo: Lsn };

/**
 * All WAL of the timeline before this position is in the store and signed. It may be less than `shipped`: a file may
 * hold more than was known when it was read.
 */
export const signedIn = ({ timeline, end }: Pick<Reach, 'timeline' | 'end'>): Lsn =>
  end.timeline === timeline ? end.lsn : 0n;

const later = (one: Lsn, other: Lsn): Lsn => (one > other ? one : other);

/** The state after an event. */
export const advance = (reach: Reach, given: ReachEvent): Reach => {
  switch (given.event) {
    case 'begun': {
      const { timeline } = given;
      const next: Reach = { ...reach, state: 'following', run: reach.run + 1, timeline };
      if (reach.end.lsn === 0n) next.end = { timeline, lsn: 0n };
      // On another timeline than before, positions that were shipped occur again.
      return timeline === reach.timeline ? next : { ...next, shipped: signedIn(next) };
    }
    case 'led away':
      return { ...reach, state: 'ahead' };
    case 'signed': {
      const { timeline, upTo, whole } = given;
      if (timeline !== reach.timeline) return reach;
      const end = upTo > signedIn(reach) ? { timeline, lsn: upTo } : reach.end;
      return { ...reach, end, shipped: whole ? later(reach.shipped, upTo) : reach.shipped };
    }
    case 'stored':
      if (given.run !== reach.run || reach.state === 'ahead') return reach;
      return { ...reach, shipped: later(reach.shipped, given.upTo) };
  }
};

/** The state before the first run: where the last process ended. */
export const startReach = (timeline: number, shipped: Lsn, end: Position = { timeline, lsn: 0n }): Reach =>
  // After a power failure, the last process's own state may be older than what it signed.
  ({ state: 'following', run: 0, timeline, shipped: later(shipped, signedIn({ timeline, end })), end });
