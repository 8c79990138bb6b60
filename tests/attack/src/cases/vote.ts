import type { Case } from '../case.ts';

/** One person, one vote, in its time, for who is on the ballot. */
export const voteCases: readonly Case[] = [
  {
    id: 'vote.identical-requests',
    attack: 'Two hundred identical votes at once, over two processes',
    guard: 'the primary key of votes, and ON CONFLICT DO NOTHING on it',
    proof: {
      file: 'apps/api/src/features/votes/ballot-storm.test.ts',
      test: 'VO-07 store one vote for 200 identical concurrent requests, and return 199 times "exists"',
    },
    without: [
      {
        file: 'prisma/migrations/20261121000000_tables/migration.sql',
        find: ',\n\n    CONSTRAINT "votes_pkey" PRIMARY KEY ("voter_id","category_id")',
        put: '',
      },
      {
        file: 'prisma/migrations/20261122025000_votes_by_index/migration.sql',
        find: 'ON CONFLICT (voter_id, category_id) DO NOTHING',
        put: '',
      },
    ],
  },
  {
    id: 'vote.rival-requests',
    attack: 'A hundred votes of one person at once for different nominees of one category, over two processes',
    guard: 'the primary key of votes, and ON CONFLICT DO NOTHING on it',
    proof: {
      file: 'apps/api/src/features/votes/ballot-storm.test.ts',
      test: 'VO-07 store one vote for concurrent requests with different nominees of one category',
    },
    without: [
      {
        file: 'prisma/migrations/20261121000000_tables/migration.sql',
        find: ',\n\n    CONSTRAINT "votes_pkey" PRIMARY KEY ("voter_id","category_id")',
        put: '',
      },
      {
        file: 'prisma/migrations/20261122025000_votes_by_index/migration.sql',
        find: 'ON CONFLICT (voter_id, category_id) DO NOTHING',
        put: '',
      },
    ],
  },
  {
    id: 'vote.counted-twice',
    attack: 'A storm of new and repeated votes over two processes, so that a repeated one is counted',
    guard: 'tallies are raised by what was really inserted, in the same statement',
    proof: {
      file: 'apps/api/src/features/votes/ballot-storm.test.ts',
      test: 'keep every tally equal to its count of votes under mixed load',
    },
    without: [
      {
        file: 'prisma/migrations/20261122025000_votes_by_index/migration.sql',
        find: 'SELECT nominee_id, p_slot, count(*) FROM inserted GROUP BY nominee_id',
        put: "SELECT nominee_id, p_slot, count(*) FROM ranked WHERE verdict = 'A' GROUP BY nominee_id",
      },
    ],
  },
  {
    id: 'vote.after-revocation',
    attack: 'Votes that go on while their session is revoked, in mid-storm',
    guard: 'cast_votes() looks the session up in the statement that writes the vote',
    proof: {
      file: 'apps/api/src/features/votes/ballot-storm.test.ts',
      test: 'US-02 VO-08 reject votes from the time at which a session or a phone verification is revoked',
    },
    without: [
      {
        file: 'prisma/migrations/20261122025000_votes_by_index/migration.sql',
        find: 's.revoked_at IS NOT NULL OR ',
        put: '',
      },
    ],
  },
  {
    id: 'vote.after-phone-withdrawn',
    attack: 'Votes that go on while the phone they rest on is withdrawn, in mid-storm',
    guard: 'cast_votes() reads voter_eligibility in the statement that writes the vote',
    proof: {
      file: 'apps/api/src/features/votes/ballot-storm.test.ts',
      test: 'US-02 VO-08 reject votes from the time at which a session or a phone verification is revoked',
    },
    without: [
      {
        file: 'prisma/migrations/20261121000100_rules/migration.sql',
        find: 'p.account_id = a.id AND p.revoked_at IS NULL) AS phone_ok',
        put: 'p.account_id = a.id) AS phone_ok',
      },
    ],
  },
  {
    id: 'vote.flood',
    attack: 'One account asks to vote more than sixty times in a minute',
    guard: 'the limit of the account, in memory',
    proof: { file: 'apps/api/src/features/votes/routes.test.ts', test: 'limits an account to 60 attempts a minute' },
    without: [
      {
        file: 'apps/api/src/features/votes/service.ts',
        find: 'if (retryAfterSeconds > 0)',
        put: 'if (retryAfterSeconds < 0)',
      },
    ],
  },
  {
    id: 'vote.outside-phases',
    attack: 'A vote before voting opens, after it has closed, after the winners are announced',
    guard: 'the phase, in memory and again in cast_votes()',
    proof: {
      file: 'apps/api/src/features/votes/phases.test.ts',
      test: 'is rejected and not stored %s, also by a process that has the old times',
    },
    without: [
      {
        file: 'apps/api/src/features/votes/service.ts',
        find: "if (!isOpen(now)) throw new AppError('vote.not_open');",
        put: '',
      },
      {
        file: 'prisma/migrations/20261122025000_votes_by_index/migration.sql',
        find: 'WHEN p_now < c.opens_at OR p_now >= c.closes_at ',
        put: 'WHEN false ',
      },
    ],
  },
  {
    id: 'vote.behind-the-phase',
    attack: 'A vote to a process that has not yet heard that voting has ended',
    guard: 'the moments in the database, by which cast_votes() judges',
    proof: {
      file: 'apps/api/src/features/votes/phases.test.ts',
      test: 'is rejected and not stored %s, also by a process that has the old times',
    },
    without: [
      {
        file: 'prisma/migrations/20261122025000_votes_by_index/migration.sql',
        find: 'WHEN p_now < c.opens_at OR p_now >= c.closes_at ',
        put: 'WHEN false ',
      },
    ],
  },
  {
    id: 'vote.while-closing',
    attack: 'Votes that arrive at the very moment at which voting is closed',
    guard: 'stop_ballots(): batches share a lock that closing waits for',
    proof: {
      file: 'packages/database/src/phases.test.ts',
      test: 'apply to a batch of votes that arrives while they are being moved',
    },
    without: [
      {
        file: 'prisma/migrations/20261122025000_votes_by_index/migration.sql',
        find: 'PERFORM pg_advisory_xact_lock_shared(5203176);',
        put: '',
      },
    ],
  },
  {
    id: 'vote.published-apart',
    attack: 'A reader compares what several processes publish, to learn how few people voted in between',
    guard: 'publish_tallies(): one publication for all processes, and one publisher at a time',
    proof: {
      file: 'packages/database/src/publish-tallies.test.ts',
      test: 'gives concurrent callers the same totals, each publication at least the required votes after the last',
    },
    without: [
      {
        file: 'prisma/migrations/20261122180100_published_tallies/migration.sql',
        find: 'PERFORM pg_advisory_xact_lock(5203178);',
        put: '',
      },
    ],
  },
  {
    id: 'vote.mismatched-nominee',
    attack: 'A vote for every nominee in every category that is not theirs',
    guard: 'nominees are known by nomination, niche and company together',
    proof: {
      file: 'apps/api/src/features/votes/nominees.test.ts',
      test: 'is rejected for every nominee in every other category',
    },
    without: [
      {
        file: 'apps/api/src/wiring/voting.ts',
        find: 'nomineeOf: (...name) => outlined.listed.get(keyOf(...name)),',
        put: 'nomineeOf: (...name) => [...outlined.listed.values()].find(({ company }) => company === name[2]),',
      },
    ],
  },
  {
    id: 'vote.odd-names',
    attack: 'A vote that names __proto__, paths, lists, numbers and other scripts in place of tags',
    guard: 'the schema of the call, and a Map of what is on the ballot',
    proof: { file: 'apps/api/src/features/votes/nominees.test.ts', test: 'is rejected with %j in any of its fields' },
    without: [
      {
        file: 'apps/api/src/wiring/voting.ts',
        find: 'nomineeOf: (...name) => outlined.listed.get(keyOf(...name)),',
        put: 'nomineeOf: (...name) => outlined.listed.get(keyOf(...name)) ?? [...outlined.listed.values()][0],',
      },
    ],
  },
  {
    id: 'vote.withdrawn-nominee',
    attack: 'A vote for a withdrawn nominee, to a process that still lists them',
    guard: 'cast_votes() takes no vote for a withdrawn nominee',
    proof: {
      file: 'apps/api/src/features/votes/nominees.test.ts',
      test: 'is rejected for a withdrawn nominee that the process still lists',
    },
    without: [
      {
        file: 'prisma/migrations/20261122025000_votes_by_index/migration.sql',
        find: 'WHEN n.id IS NULL OR n.withdrawn_at IS NOT NULL ',
        put: 'WHEN n.id IS NULL ',
      },
    ],
  },
  {
    id: 'vote.twice-by-erasure',
    attack: 'An erased person comes back with the same phone and social account, to vote again',
    guard: 'fingerprints stay, under unique keys',
    proof: {
      file: 'packages/database/src/erasure.test.ts',
      test: 'keeps the fingerprints of phone and social account reserved, so that they cannot vote again',
    },
    without: [
      {
        file: 'prisma/migrations/20261121000000_tables/migration.sql',
        find: 'CREATE UNIQUE INDEX "phone_verifications_phone_hash_key"',
        put: 'CREATE INDEX "phone_verifications_phone_hash_key"',
      },
    ],
  },
];
