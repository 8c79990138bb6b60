import type { Case } from '../case.ts';

/** Codes answered twice, by others, or as what they are not; and what is asked for too often. */
export const codeUseCases: readonly Case[] = [
  {
    id: 'codes.two-codes-open',
    attack: 'Codes are asked for many times at once, so that many are open',
    guard: 'issuing takes a lock, and ends what is open',
    proof: { file: 'apps/api/src/features/codes/races.test.ts', test: 'is the only open one when many are issued at once' },
    without: [
      {
        file: 'apps/api/src/features/codes/service.ts',
        find: "      await lockIssue(tx, thread ?? accountId ?? 'nobody', kind);\n",
        put: '',
      },
    ],
  },
  {
    id: 'codes.right-code-twice',
    attack: 'The right code is sent fifty times at once',
    guard: 'a code is consumed by one statement',
    proof: { file: 'apps/api/src/features/codes/races.test.ts', test: 'is consumed once when it is sent 50 times at once' },
    without: [
      {
        file: 'apps/api/src/features/codes/store.ts',
        find: 'SET consumed_at = ${now} WHERE id = ${id}::uuid AND consumed_at IS NULL`',
        put: 'SET consumed_at = ${now} WHERE id = ${id}::uuid`',
      },
    ],
  },
  {
    id: 'codes.email-code-twice',
    attack: 'The right email code is sent many times at once, over two processes',
    guard: 'a code is consumed by one statement',
    proof: {
      file: 'tests/attack/src/suites/uniqueness.test.ts',
      test: 'that answer one email code: one proves the mailbox',
    },
    without: [
      {
        file: 'apps/api/src/features/codes/store.ts',
        find: 'SET consumed_at = ${now} WHERE id = ${id}::uuid AND consumed_at IS NULL`',
        put: 'SET consumed_at = ${now} WHERE id = ${id}::uuid`',
      },
    ],
  },
  {
    id: 'codes.reset-code-twice',
    attack: 'The right code for a new password is sent many times at once with other passwords, over two processes',
    guard: 'a code is consumed by one statement',
    proof: {
      file: 'tests/attack/src/suites/uniqueness.test.ts',
      test: 'that answer one code for a new password, each with a password of their own: one sets it',
    },
    without: [
      {
        file: 'apps/api/src/features/codes/store.ts',
        find: 'SET consumed_at = ${now} WHERE id = ${id}::uuid AND consumed_at IS NULL`',
        put: 'SET consumed_at = ${now} WHERE id = ${id}::uuid`',
      },
    ],
  },
  {
    id: 'codes.sms-code-twice',
    attack: 'The right SMS code is sent many times at once, over two processes',
    guard: 'a code is consumed by one statement',
    proof: {
      file: 'tests/attack/src/suites/uniqueness.test.ts',
      test: 'that answer one SMS code of one person: one is taken',
    },
    without: [
      {
        file: 'apps/api/src/features/codes/store.ts',
        find: 'SET consumed_at = ${now} WHERE id = ${id}::uuid AND consumed_at IS NULL`',
        put: 'SET consumed_at = ${now} WHERE id = ${id}::uuid`',
      },
    ],
  },
  {
    id: 'codes.another-kind',
    attack: 'A code of one kind, or a request key, is answered as another',
    guard: 'a handle leads to challenges of the kind that was asked for',
    proof: { file: 'apps/api/src/features/codes/races.test.ts', test: 'is not accepted as a code, nor a code as a request key' },
    without: [
      {
        file: 'apps/api/src/features/codes/store.ts',
        find: ' AND kind = ANY(${[...kinds]})`;\n  return rows[0];',
        put: '`;\n  return rows[0];',
      },
      {
        file: 'apps/api/src/features/codes/service.ts',
        find: 'if (!found?.codeHash || (only',
        put: 'if (!found || (only',
      },
    ],
  },
  {
    id: 'codes.another-persons',
    attack: 'An SMS code is answered by another person',
    guard: 'a code answers to its own account',
    proof: {
      file: 'apps/api/src/features/phone/confirm.test.ts',
      test: 'PH-05 ER-07 says that the request expired: too old, used, unknown, or another person’s',
    },
    without: [
      {
        file: 'apps/api/src/features/codes/service.ts',
        find: ' || (only !== undefined && found.accountId !== only)',
        put: '',
      },
    ],
  },
  {
    id: 'codes.another-number',
    attack: 'The number is changed between the SMS and its code',
    guard: 'a code proves the number it went to',
    proof: {
      file: 'apps/api/src/features/phone/confirm.test.ts',
      test: 'proves only the number that the code went to',
    },
    without: [
      {
        file: 'apps/api/src/features/phone/service.ts',
        find: 'if (!phoneHash || !answer.targetHash || !phoneHash.equals(answer.targetHash))',
        put: 'if (!phoneHash)',
      },
    ],
  },
  {
    id: 'codes.password-one-account',
    attack: 'Wrong passwords for one account from a network each, over two processes',
    guard: 'a counter in the database, charged ahead of the comparison',
    proof: {
      file: 'tests/attack/src/suites/guessing.test.ts',
      test: 'at one account, from a network each: ten are compared',
    },
    without: [
      {
        file: 'apps/api/src/http/limits/store.ts',
        find: ' OR r.points < (SELECT points FROM asked WHERE asked.key = r.key)\n    RETURNING',
        put: ' OR r.points < 1000000\n    RETURNING',
      },
    ],
  },
  {
    id: 'codes.password-one-network',
    attack: 'Wrong passwords from one network at an address each, over two processes',
    guard: 'a counter in the database, charged ahead of the comparison',
    proof: {
      file: 'tests/attack/src/suites/guessing.test.ts',
      test: 'from one network, at an address each: as many as its limit',
    },
    without: [
      {
        file: 'apps/api/src/http/limits/store.ts',
        find: ' OR r.points < (SELECT points FROM asked WHERE asked.key = r.key)\n    RETURNING',
        put: ' OR r.points < 1000000\n    RETURNING',
      },
    ],
  },
  {
    id: 'codes.accounts-one-network',
    attack: 'Accounts are opened from one network, over two processes',
    guard: 'a counter in the database, charged by one statement',
    proof: { file: 'tests/attack/src/suites/guessing.test.ts', test: 'as many accounts are opened as its limit' },
    without: [
      {
        file: 'apps/api/src/http/limits/store.ts',
        find: ' OR r.points < ${rule.limit}`',
        put: ' OR r.points < 1000000`',
      },
    ],
  },
  {
    id: 'codes.mails-one-network',
    attack: 'Mails are asked for from one network, over two processes',
    guard: 'a counter in the database, charged by one statement',
    proof: { file: 'tests/attack/src/suites/guessing.test.ts', test: 'as many mails are asked for as its limit' },
    without: [
      {
        file: 'apps/api/src/http/limits/store.ts',
        find: ' OR r.points < ${rule.limit}`',
        put: ' OR r.points < 1000000`',
      },
    ],
  },
  {
    id: 'codes.mails-one-address',
    attack: 'Mails to one address are asked for from a network each, over two processes',
    guard: 'a counter in the database, charged by one statement',
    proof: { file: 'tests/attack/src/suites/guessing.test.ts', test: 'are five an hour' },
    without: [
      {
        file: 'apps/api/src/http/limits/store.ts',
        find: ' OR r.points < ${rule.limit}`',
        put: ' OR r.points < 1000000`',
      },
    ],
  },
];
