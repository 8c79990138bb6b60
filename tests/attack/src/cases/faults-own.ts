import type { Case } from '../case.ts';

const BALLOT_BOX = 'apps/api/src/features/votes/ballot.service.ts';
const DELIVER = 'apps/api/src/jobs/deliver.ts';
const PROCESSES = 'tests/attack/src/suites/faults/process.long.test.ts';

/** Faults of the servers themselves and of their machines. */
export const ownFaultCases: readonly Case[] = [
  {
    id: 'faults.memory',
    attack: 'A server runs out of memory in the middle of votes, and another goes on',
    guard: 'a vote is answered after the commit that holds it',
    proof: { file: PROCESSES, test: 'a server runs out of memory, and the other goes on' },
    without: [
      {
        file: BALLOT_BOX,
        find: 'outcomes = readOutcomes(await by.cast(entries, now()), entries.length);',
        put: "for (const entry of entries) resolveEntry(entry, 'accepted');\n      await new Promise((later) => setTimeout(later, 300));\n      outcomes = readOutcomes(await by.cast(entries, now()), entries.length);",
      },
    ],
  },
  {
    id: 'faults.loop-blocked',
    attack: 'A server’s event loop is blocked for longer than any of its time limits',
    guard: 'the votes of a lost answer are looked up, once their backend is gone',
    proof: { file: PROCESSES, test: 'a server’s event loop is blocked for longer than any of its time limits' },
    without: [
      { file: BALLOT_BOX, find: 'return resolveDoubts(entries, by.backend);', put: 'return retry(entries, attempt);' },
    ],
  },
  {
    id: 'faults.log-full',
    attack: 'The disk of a server’s log is full, or nobody reads its log any more',
    guard: 'a line that cannot be written is dropped, and thrown at nobody',
    proof: {
      file: 'apps/api/src/wiring/log-lines.test.ts',
      test: 'continues when the disk is full or the pipe is closed',
    },
    without: [
      {
        file: 'apps/api/src/wiring/logger.ts',
        find: 'to = writeLinesTo(STDOUT)',
        put: 'to = pino.destination(STDOUT)',
      },
    ],
  },
  {
    id: 'faults.disk-full',
    attack: 'The disk of the database is full: people are told to try later, and not that something is broken',
    guard: 'the codes of a server out of means count as its being away',
    proof: {
      file: 'packages/database/src/errors.test.ts',
      test: '%s means that the database is away, or can’t keep up',
    },
    without: [{ file: 'packages/database/src/errors.ts', find: "  '53100',\n", put: '' }],
  },
  {
    id: 'faults.clock-ready',
    attack: 'A server’s clock jumps by seconds or by hours, back or forward',
    guard: 'readiness compares the clock with the database’s',
    proof: {
      file: 'tests/attack/src/suites/faults/clock.long.test.ts',
      test: 'a server’s clock jumps by %s: it is not ready, and nothing is lost',
    },
    without: [
      {
        file: 'apps/api/src/wiring/operations.ts',
        find: "((await isDatabaseTime(pool, clock.now())) ? undefined : 'differs from the database')",
        put: 'undefined',
      },
    ],
  },
  {
    id: 'faults.clock-drops',
    attack:
      'A server whose clock jumped forward takes codes that are waited for to be expired, and drops their messages',
    guard: 'a worker with another clock than the database’s puts messages off',
    proof: {
      file: 'apps/api/src/jobs/clock.test.ts',
      test: 'drops no message as expired on a worker whose clock jumped, and sends it from another',
    },
    without: [{ file: DELIVER, find: 'if (!(await deps.isClockRight())) {', put: 'if (deps === undefined) {' }],
  },
  {
    id: 'faults.worker-killed',
    attack: 'A server is killed while it holds messages that were promised',
    guard: 'jobs whose worker is gone are freed after two minutes',
    proof: { file: 'apps/api/src/jobs/worker.test.ts', test: 'take up the job of a worker that was killed' },
    without: [
      {
        file: 'apps/api/src/jobs/upkeep.ts',
        find: 'WHERE locked_at < clock_timestamp() -',
        put: 'WHERE false AND locked_at < clock_timestamp() -',
      },
    ],
  },
  {
    id: 'faults.post-cuts',
    attack:
      'The mail server and the gateway take every message and cut the connection before they say so, or put all off',
    guard: 'a message that did not leave is tried again, under the id it always had',
    proof: {
      file: 'tests/attack/src/suites/faults/post.long.test.ts',
      test: '%s: what was promised comes, and what comes twice has one id',
    },
    without: [
      {
        file: DELIVER,
        find: 'return givenUp ? markFailed(queued, permanent, signal) : tryLater(queued, payload, error);',
        put: 'return markFailed(queued, permanent, signal);',
      },
    ],
  },
];
