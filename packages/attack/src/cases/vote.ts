import type { Case } from '../case.ts';

export const voteCases: readonly Case[] = [
  {
    id: 'vote.identical-requests',
    attack: 'Two hundred identical votes at once, over two processes',
    guard: 'the primary key of votes, and ON CONFLICT DO NOTHING on it',
    proof: {
      file: 'apps/api/src/features/ballot/storm.test.ts',
      test: 'VO-07 200 identical requests at once give one vote and 199 "exists"',
    },
    without: [
      {
        file: 'prisma/migrations/20261121000000_tables/migration.sql',
        find: ',\n\n    CONSTRAINT "votes_pkey" PRIMARY KEY ("voter_id","category_id")',
        put: '',
      },
      {
        file: 'prisma/migrations/20261121234000_phases/migration.sql',
        find: 'ON CONFLICT (voter_id, category_id) DO NOTHING',
        put: '',
      },
    ],
  },
];
