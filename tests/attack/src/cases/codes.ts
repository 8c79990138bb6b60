import type { Case } from '../case.ts';

/** Codes: guessed, sent again, answered twice. */
export const codeCases: readonly Case[] = [
  {
    id: 'codes.guess-one-code',
    attack: 'Five hundred guesses at one code at once',
    guard: 'tries are counted by one statement before anything is compared',
    proof: { file: 'apps/api/src/features/codes/races.test.ts', test: 'at one code use its five tries' },
    without: [
      {
        file: 'apps/api/src/features/codes/store.ts',
        find: 'WHERE id = ${id}::uuid AND expires_at > ${now} AND attempts < ${CODE_TRIES}',
        put: 'WHERE id = ${id}::uuid AND expires_at > ${now}',
      },
    ],
  },
  {
    id: 'codes.guess-one-key',
    attack: 'Wrong codes at one request key, over two processes',
    guard: 'tries are counted by one statement before anything is compared',
    proof: {
      file: 'tests/attack/src/suites/uniqueness.test.ts',
      test: 'with another code each, at one request key: five are compared',
    },
    without: [
      {
        file: 'apps/api/src/features/codes/store.ts',
        find: 'WHERE id = ${id}::uuid AND expires_at > ${now} AND attempts < ${CODE_TRIES}',
        put: 'WHERE id = ${id}::uuid AND expires_at > ${now}',
      },
      {
        file: 'prisma/migrations/20261121000100_rules/migration.sql',
        find: 'ADD CONSTRAINT challenges_attempts CHECK (attempts BETWEEN 0 AND 5)',
        put: 'ADD CONSTRAINT challenges_attempts CHECK (attempts >= 0)',
      },
    ],
  },
  {
    id: 'codes.guess-many-keys',
    attack: 'Guesses at many request keys of one account at once',
    guard: 'the account’s budget of wrong codes, charged ahead',
    proof: {
      file: 'apps/api/src/features/codes/races.test.ts',
      test: 'at ten request keys of one account use its twenty tries a day',
    },
    without: [
      {
        file: 'apps/api/src/features/codes/service.ts',
        find: 'const budget = { accountId: key.accountId, network, now };\n      await chargeTry(tx, budget);',
        put: 'const budget = { accountId: key.accountId, network, now };',
      },
    ],
  },
  {
    id: 'codes.guess-many-accounts',
    attack: 'Guesses at a hundred accounts at once from one network',
    guard: 'the network’s budget of wrong codes',
    proof: {
      file: 'apps/api/src/features/codes/races.test.ts',
      test: 'at a hundred accounts from one network use its fifty tries an hour',
    },
    without: [
      {
        file: 'apps/api/src/features/codes/policy.ts',
        find: '    { key: networkKey(by.network), rule: budgets.network },\n',
        put: '',
      },
    ],
  },
  {
    id: 'codes.guess-network',
    attack: 'Guesses at many accounts from one network, over two processes',
    guard: 'the network’s budget of wrong codes, in the database',
    proof: {
      file: 'tests/attack/src/suites/guessing.test.ts',
      test: 'as many codes are guessed as its limit, over all accounts',
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
    id: 'codes.guess-after-resend',
    attack: 'A code is sent again and again, for five more tries each time',
    guard: 'the budget is the asker’s, not the code’s',
    proof: {
      file: 'tests/attack/src/suites/guessing.test.ts',
      test: 'brings no more tries: twenty of a day are compared, whatever is asked for',
    },
    without: [
      {
        file: 'apps/api/src/features/codes/service.ts',
        find: 'const budget = { ...ownerOf(found), network, now };\n      await chargeTry(tx, budget);',
        put: 'const budget = { ...ownerOf(found), network, now };',
      },
    ],
  },
  {
    id: 'codes.guess-every-kind',
    attack: 'One account is guessed at by every call that takes a code, over two processes',
    guard: 'one budget for all codes that stand behind the password or a session',
    proof: {
      file: 'tests/attack/src/suites/guessing.test.ts',
      test: 'is compared with twenty a day in all, and then answers no call',
    },
    without: [
      {
        file: 'apps/api/src/features/two-factor/service.ts',
        find: '      await codes.chargeTry(tx, budget);\n',
        put: '',
      },
    ],
  },
  {
    id: 'codes.guess-for-days',
    attack: 'Twenty wrong codes a day, day after day',
    guard: 'a budget in all that only support gives back',
    proof: {
      file: 'apps/api/src/features/codes/budgets.test.ts',
      test: 'limit an account over all days until support unlocks it',
    },
    without: [
      {
        file: 'apps/api/src/features/codes/policy.ts',
        find: '    { key: total, rule: isThread ? budgets.askerTotal : budgets.accountTotal },\n',
        put: '',
      },
    ],
  },
  {
    id: 'codes.refill-by-handle',
    attack: 'A login renews the handle of a code, for new tries',
    guard: 'the tries stay with the code',
    proof: {
      file: 'apps/api/src/features/codes/service.test.ts',
      test: 'belongs to the same code with its remaining tries',
    },
    without: [
      {
        file: 'apps/api/src/features/codes/store.ts',
        find: 'UPDATE challenges SET handle_hash = ${handleHash}',
        put: 'UPDATE challenges SET handle_hash = ${handleHash}, attempts = 0',
      },
    ],
  },
];
