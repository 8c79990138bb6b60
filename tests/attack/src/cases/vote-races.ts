import type { Case } from '../case.ts';

/** Every uniqueness behind "one person": many at once, over two processes. */
export const voteRaceCases: readonly Case[] = [
  {
    id: 'vote.race-address',
    attack: 'Many register one address at once in many spellings, over two processes',
    guard: 'the unique key on accounts.email_canonical',
    proof: {
      file: 'tests/attack/src/suites/uniqueness.test.ts',
      test: 'that register one address in many spellings: one account',
    },
    without: [
      {
        file: 'prisma/migrations/20261121000000_tables/migration.sql',
        find: 'CREATE UNIQUE INDEX "accounts_email_canonical_key"',
        put: 'CREATE INDEX "accounts_email_canonical_key"',
      },
      { file: 'apps/api/src/features/account/store.ts', find: 'ON CONFLICT (email_canonical) DO NOTHING', put: '' },
    ],
  },
  {
    id: 'vote.race-claimed-number',
    attack: 'Many register at once with one phone number, over two processes',
    guard: 'the primary key of claims, in one statement that decides',
    proof: {
      file: 'tests/attack/src/suites/uniqueness.test.ts',
      test: 'that register with one phone number: one account',
    },
    without: [
      {
        file: 'apps/api/src/features/account/claims.store.ts',
        find: ' WHERE c.account_id = excluded.account_id OR c.account_id IS NULL',
        put: ' WHERE TRUE',
      },
    ],
  },
  {
    id: 'vote.number-spelt-twice',
    attack: 'One handset is proven twice, its number written with and without a trunk prefix or a mobile digit',
    guard: 'the numbering plan decides the one spelling, by which numbers are unique',
    proof: {
      file: 'apps/api/src/features/phone/spelling.test.ts',
      test: 'verifies one voter: %s',
    },
    without: [
      {
        file: 'apps/api/src/crypto/phone-number.ts',
        find: 'canonicalPhone = (phone: string): string => {\n',
        put: 'canonicalPhone = (phone: string): string => {\n  if (phone) return phone;\n',
      },
    ],
  },
  {
    id: 'vote.instagram-renamed',
    attack: 'One Instagram account renames itself and proves one name after another, each for another voter',
    guard: 'the primary key of instagram_accounts, in one statement that decides',
    proof: {
      file: 'apps/api/src/features/social/races.test.ts',
      test: 'SO-05 verifies one of ten people whose names one Instagram account proves, renamed each time',
    },
    without: [
      {
        file: 'apps/api/src/features/social/store.ts',
        find: ' WHERE i.account_id = excluded.account_id`',
        put: '`',
      },
    ],
  },
  {
    id: 'vote.race-number',
    attack: 'Many prove one phone number at once, over two processes',
    guard: 'the unique key on phone_verifications.phone_hash',
    proof: {
      file: 'tests/attack/src/suites/uniqueness.test.ts',
      test: 'that prove one phone number, each by a code of their own: one owns it',
    },
    without: [
      {
        file: 'prisma/migrations/20261121000000_tables/migration.sql',
        find: 'CREATE UNIQUE INDEX "phone_verifications_phone_hash_key"',
        put: 'CREATE INDEX "phone_verifications_phone_hash_key"',
      },
      {
        file: 'apps/api/src/features/phone/store.ts',
        find: '    ON CONFLICT (phone_hash) DO UPDATE SET verified_at = excluded.verified_at, revoked_at = NULL\n     WHERE p.account_id = excluded.account_id`',
        put: '`',
      },
    ],
  },
  {
    id: 'vote.race-live-number',
    attack: 'An account proves a second phone number beside its first',
    guard: 'a partial unique index: one live phone for an account',
    proof: {
      file: 'packages/database/src/rules.test.ts',
      test: 'allow an account one live phone beside withdrawn ones',
    },
    without: [
      {
        file: 'prisma/migrations/20261121000100_rules/migration.sql',
        find: 'CREATE UNIQUE INDEX phone_one_live_per_account',
        put: 'CREATE INDEX phone_one_live_per_account',
      },
    ],
  },
  {
    id: 'vote.race-telegram',
    attack: 'Many connect one Telegram account at once, over two processes',
    guard: 'the unique key on social_links (provider, subject_hash)',
    proof: {
      file: 'tests/attack/src/suites/uniqueness.test.ts',
      test: 'that connect one Telegram account: one is verified',
    },
    without: [
      {
        file: 'prisma/migrations/20261121000000_tables/migration.sql',
        find: 'CREATE UNIQUE INDEX "social_links_provider_subject_hash_key"',
        put: 'CREATE INDEX "social_links_provider_subject_hash_key"',
      },
      {
        file: 'apps/api/src/features/social/store.ts',
        find: '    ON CONFLICT (provider, subject_hash) DO UPDATE SET verified_at = excluded.verified_at\n     WHERE l.account_id = excluded.account_id`',
        put: '`',
      },
    ],
  },
  {
    id: 'vote.race-live-link',
    attack: 'An account connects a second account of one network beside its first',
    guard: 'a partial unique index: one live link for an account and a network',
    proof: {
      file: 'packages/database/src/rules.test.ts',
      test: 'allow an account one live link per network',
    },
    without: [
      {
        file: 'prisma/migrations/20261121000100_rules/migration.sql',
        find: 'CREATE UNIQUE INDEX social_one_live_per_account',
        put: 'CREATE INDEX social_one_live_per_account',
      },
    ],
  },
  {
    id: 'vote.race-instagram',
    attack: 'Many claim one Instagram name at once in every spelling, over two processes',
    guard: 'the primary key of claims, in one statement that decides',
    proof: {
      file: 'tests/attack/src/suites/uniqueness.test.ts',
      test: 'that claim one Instagram name in every spelling: one holds it',
    },
    without: [
      {
        file: 'apps/api/src/features/account/claims.store.ts',
        find: ' WHERE c.account_id = excluded.account_id OR c.account_id IS NULL',
        put: ' WHERE TRUE',
      },
    ],
  },
  {
    id: 'vote.race-submissions',
    attack: 'One person submits many Instagram names at once, over two processes',
    guard: 'a counter in the database, charged by one statement',
    proof: {
      file: 'tests/attack/src/suites/uniqueness.test.ts',
      test: 'of one person that submit an Instagram name each: five are taken, one is pending',
    },
    without: [
      {
        file: 'apps/api/src/http/limits/store.ts',
        find: ' OR r.points < ${rule.limit}`',
        put: ' OR r.points < 1000000`',
      },
    ],
  },
  {
    id: 'vote.race-sms',
    attack: 'One person asks for an SMS many times at once, over two processes',
    guard: 'a lock around limits and charge, and the limits judged behind it',
    proof: {
      file: 'tests/attack/src/suites/uniqueness.test.ts',
      test: 'of one person that ask for an SMS: one is sent',
    },
    without: [
      {
        file: 'apps/api/src/features/phone/service.ts',
        find: '      await demandFree(tx, accountId, target, now);\n      await demandWithinLimits(tx, { accountId, target, network: client.network }, now);\n      await insertCharge',
        put: '      await demandFree(tx, accountId, target, now);\n      await insertCharge',
      },
    ],
  },
  {
    id: 'vote.race-telegram-links',
    attack: 'One person asks for many Telegram links at once, over two processes',
    guard: 'a counter in the database, charged by one statement',
    proof: {
      file: 'tests/attack/src/suites/uniqueness.test.ts',
      test: 'of one person that ask for a Telegram link: ten are given, one works',
    },
    without: [
      {
        file: 'apps/api/src/http/limits/store.ts',
        find: ' OR r.points < ${rule.limit}`',
        put: ' OR r.points < 1000000`',
      },
    ],
  },
  {
    id: 'vote.race-number-probing',
    attack: 'One person tries number after number, over two processes, to learn whose is known',
    guard: 'a counter in the database, charged by one statement',
    proof: {
      file: 'tests/attack/src/suites/uniqueness.test.ts',
      test: 'of one person that try another number each, to learn whose is known: twenty are looked at',
    },
    without: [
      {
        file: 'apps/api/src/http/limits/store.ts',
        find: ' OR r.points < ${rule.limit}`',
        put: ' OR r.points < 1000000`',
      },
    ],
  },
  {
    id: 'vote.race-fingerprint-key',
    attack: 'Processes that start at once on a new database fingerprint one phone number differently',
    guard: 'the first key stays: the primary key of sealed_keys, and ON CONFLICT DO NOTHING on it',
    proof: {
      file: 'tests/attack/src/suites/uniqueness.test.ts',
      test: 'fingerprint alike, so that a phone number is one in all of them',
    },
    without: [
      {
        file: 'apps/api/src/crypto/sealed-keys.store.ts',
        find: 'ON CONFLICT (name) DO NOTHING',
        put: 'ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed',
      },
    ],
  },
  {
    id: 'vote.import-race',
    attack: 'Votes are in flight while an import of the edition moves the end of voting before them',
    guard: 'the import holds the lock of the ballot box from before it reads the clock until it commits',
    proof: {
      file: 'packages/database/src/editions.test.ts',
      test: 'waits for votes that are being written, and applies the moved end to later ones',
    },
    without: [
      {
        file: 'packages/database/src/editions.ts',
        find: "  await client.query('SELECT stop_ballots()');\n",
        put: '',
      },
    ],
  },
  {
    id: 'vote.import-unsaid',
    attack: 'An edited file moves the times of voting, or drops a nominee with votes, when the site is started again',
    guard: 'the import asks for a reason, and writes it to the audit log in its own transaction',
    proof: { file: 'packages/database/src/editions.test.ts', test: 'needs a reason to move %s' },
    without: [
      {
        file: 'packages/database/src/editions.ts',
        find: 'if (options.by.reason !== null || gone.length + moved.length === 0) return;',
        put: 'if (options) return;',
      },
    ],
  },
];
