import type { Case } from '../case.ts';

const BALLOT_BOX = 'apps/api/src/features/votes/ballot.service.ts';
const WRITER = 'apps/api/src/features/votes/ballot.store.ts';

export const faultCases: readonly Case[] = [
  {
    id: 'faults.postgres-killed',
    attack: 'PostgreSQL, set to answer before it has written, is killed with every backend while people vote',
    guard: 'synchronous_commit pinned on every connection that acknowledges something',
    proof: {
      file: 'tests/attack/src/suites/faults/database.test.ts',
      test: 'PostgreSQL is killed with every backend',
    },
    without: [
      { file: WRITER, find: ' -c synchronous_commit=on', put: '' },
      { file: 'packages/database/src/client.ts', find: ' -c synchronous_commit=on', put: '' },
    ],
  },
  {
    id: 'faults.answer-lost',
    attack: 'The connection to PostgreSQL is cut after COMMIT was sent and before its answer came',
    guard: 'the votes of a lost answer are looked up, once their backend is gone',
    proof: {
      file: 'apps/api/src/features/votes/ballot-failures.test.ts',
      test: 'returns the true outcome: %s',
    },
    without: [
      { file: BALLOT_BOX, find: 'return resolveDoubts(entries, by.backend);', put: 'return retry(entries, attempt);' },
    ],
  },
  {
    id: 'faults.failover',
    attack: 'The primary vanishes with its connections open, and its standby takes its place',
    guard: 'the writer’s own time limit, and connections that are cut once they are silent',
    proof: {
      file: 'tests/attack/src/suites/faults/failover.long.test.ts',
      test: 'a primary that vanishes with its connections open is replaced by its standby',
    },
    without: [
      { file: WRITER, find: 'const timer = setTimeout(destroy, CLIENT_TIMEOUT_MS);', put: 'const timer = undefined;' },
      { file: 'packages/database/src/silence.ts', find: 'socket.setTimeout(silenceMs, ', put: 'socket.setTimeout(0, ' },
    ],
  },
  {
    id: 'faults.vanished',
    attack: 'PostgreSQL’s machine is gone, and no packet says so to those who wait for an answer',
    guard: 'connections are cut once they are silent for longer than any statement may take',
    proof: {
      file: 'packages/database/src/silence.test.ts',
      test: 'times out: queries fail, their connections are closed, and new ones work',
    },
    without: [
      { file: 'packages/database/src/silence.ts', find: 'socket.setTimeout(silenceMs, ', put: 'socket.setTimeout(0, ' },
    ],
  },
  {
    id: 'faults.standby-away',
    attack: 'A vote that only one machine has is found by those who ask again',
    guard: 'a found vote is told of after one more commit, which waits for the standby',
    proof: {
      file: 'apps/api/src/features/votes/ballot-standby.slow.test.ts',
      test: 'acknowledges no vote that is on one machine only',
    },
    without: [
      { file: WRITER, find: 'if (outcomes.includes(FOUND)) await confirm();', put: '' },
      { file: WRITER, find: 'if (rows.length > 0) await confirm();', put: '' },
    ],
  },
  {
    id: 'faults.unconfirmed',
    attack: 'PostgreSQL commits a batch of votes and refuses the commit that confirms the votes it found',
    guard: 'a batch that could not be confirmed is in doubt and is looked up; it is not sent again',
    proof: {
      file: 'apps/api/src/features/votes/ballot-failures.test.ts',
      test: 'is looked up: a new vote is accepted, an earlier one exists',
    },
    without: [{ file: WRITER, find: 'throw new UnconfirmedError(error);', put: 'throw error;' }],
  },
  {
    id: 'faults.refused-row',
    attack: 'PostgreSQL rolls a full batch of votes back because of one row',
    guard: 'a refused batch is halved down to one row, and both halves are written again',
    proof: {
      file: 'apps/api/src/features/votes/ballot-failures.test.ts',
      test: 'rejects row %i of a full batch and stores all others',
    },
    without: [
      {
        file: BALLOT_BOX,
        find: 'if (entries.length === 1 && attempt >= QUEUE.tries) {',
        put: 'if (attempt >= QUEUE.tries) {',
      },
    ],
  },
  {
    id: 'faults.network-silent',
    attack: 'The network between servers and database lets nothing through for half a minute, without a word',
    guard: 'the writer’s own time limit: voters are told that their vote is in doubt',
    proof: {
      file: 'tests/attack/src/suites/faults/network.long.test.ts',
      test: 'lets nothing through for half a minute: %s',
    },
    without: [
      { file: WRITER, find: 'const timer = setTimeout(destroy, CLIENT_TIMEOUT_MS);', put: 'const timer = undefined;' },
    ],
  },
  {
    id: 'faults.post-dead',
    attack: 'The mail server is dead and the SMS gateway never answers, while both are promised',
    guard: 'a message that did not leave is tried again',
    proof: {
      file: 'tests/attack/src/suites/faults/post.test.ts',
      test: 'a mail server that is dead and a gateway that never answers: what was promised comes later, and votes go on',
    },
    without: [
      {
        file: 'apps/api/src/jobs/deliver.ts',
        find: 'return givenUp ? markFailed(queued, permanent, signal) : tryLater(queued, payload, error);',
        put: 'return markFailed(queued, permanent, signal);',
      },
    ],
  },
  {
    id: 'faults.post-silent',
    attack: 'A mail server says nothing, or drips its greeting for ever',
    guard: 'a time limit for each step and for the whole mail',
    proof: {
      file: 'apps/api/src/adapters/email/smtp.test.ts',
      test: 'times out on a server that is silent, only greets, or answers too slowly',
    },
    without: [
      {
        file: 'apps/api/src/adapters/email/smtp.ts',
        find: 'const limit = AbortSignal.timeout(totalMs);',
        put: 'const limit = AbortSignal.timeout(totalMs + 3_600_000);',
      },
      { file: 'apps/api/src/adapters/email/smtp.ts', find: 'greetingTimeout: connectMs,', put: '' },
      { file: 'apps/api/src/adapters/email/smtp.ts', find: 'socketTimeout: silenceMs,', put: '' },
    ],
  },
  {
    id: 'faults.process-killed',
    attack: 'A server is killed in the middle of a batch of votes',
    guard: 'a vote is answered after the commit that holds it',
    proof: {
      file: 'apps/api/src/features/votes/ballot-faults.slow.test.ts',
      test: 'when a process is killed during a batch, and every tally is correct',
    },
    without: [
      {
        file: BALLOT_BOX,
        find: 'outcomes = readOutcomes(await by.cast(entries, now()), entries.length);',
        put: "for (const entry of entries) resolveEntry(entry, 'accepted');\n      outcomes = readOutcomes(await by.cast(entries, now()), entries.length);",
      },
    ],
  },
];
