import type { Case } from '../case.ts';

/** Device cookies: stolen, raced, kept too long. */
export const deviceCases: readonly Case[] = [
  {
    id: 'codes.cookie-rotated',
    attack: 'A stolen device cookie is used after its owner has logged in',
    guard: 'the cookie is rotated at each login',
    proof: {
      file: 'apps/api/src/features/account/devices.test.ts',
      test: 'is rotated at each login: the one before it is worth nothing',
    },
    without: [
      {
        file: 'apps/api/src/features/account/login.store.ts',
        find: 'data: { tokenHash: ask.to }',
        put: 'data: { tokenHash: ask.from }',
      },
    ],
  },
  {
    id: 'codes.cookie-race',
    attack: 'One device cookie is used many times at once, over two processes',
    guard: 'the cookie is rotated by one statement, once',
    proof: {
      file: 'tests/attack/src/suites/uniqueness.test.ts',
      test: 'with one device cookie and the right password: one is let in without a second factor',
    },
    without: [
      {
        file: 'apps/api/src/features/account/login.store.ts',
        find: 'data: { tokenHash: ask.to }',
        put: 'data: { tokenHash: ask.from }',
      },
    ],
  },
  {
    id: 'codes.cookie-of-another',
    attack: 'A device cookie of one’s own is used at another account',
    guard: 'the cookie is known for its account only',
    proof: { file: 'apps/api/src/features/account/devices.test.ts', test: 'is worth nothing to another account' },
    without: [
      {
        file: 'apps/api/src/features/account/login.store.ts',
        find: 'where: { accountId: ask.accountId, tokenHash: ask.from,',
        put: 'where: { tokenHash: ask.from,',
      },
    ],
  },
  {
    id: 'codes.cookie-as-factor',
    attack: 'A login by a stolen device cookie passes for a second factor',
    guard: 'only a code proves one',
    proof: {
      file: 'apps/api/src/features/account/devices.test.ts',
      test: 'proves no second factor: what needs a fresh one still asks for it',
    },
    without: [
      {
        file: 'apps/api/src/features/account/login.service.ts',
        find: 'sessions.open(tx, { accountId, twoFactor: false, now })',
        put: 'sessions.open(tx, { accountId, twoFactor: true, now })',
      },
    ],
  },
  {
    id: 'codes.cookie-after-reset',
    attack: 'A stolen device cookie is used after two-factor was reset',
    guard: 'every device is forgotten',
    proof: {
      file: 'apps/api/src/features/two-factor/access.test.ts',
      test: 'US-02 RO-01 two-factor ends every session, forgets every device and takes no vote',
    },
    without: [
      {
        file: 'apps/api/src/features/account/login.service.ts',
        find: '    await deleteDevices(tx, accountId);\n',
        put: '',
      },
    ],
  },
  {
    id: 'codes.cookie-too-old',
    attack: 'A device cookie is used after its ninety days',
    guard: 'a device ends, however often its cookie was rotated',
    proof: {
      file: 'apps/api/src/features/account/devices.test.ts',
      test: 'asks for the second factor again 90 days after it was proven',
    },
    without: [
      { file: 'apps/api/src/features/account/login.store.ts', find: ', expiresAt: { gt: ask.now } }', put: ' }' },
    ],
  },
  {
    id: 'codes.login-under-way',
    attack: 'A login with the old password that was under way when a new one was set',
    guard: 'the account’s row is held by its password’s hash',
    proof: { file: 'apps/api/src/features/account/under-way.test.ts', test: 'US-02 does not outlive a new password' },
    without: [
      {
        file: 'apps/api/src/features/account/login.store.ts',
        find: 'WHERE id = ${accountId}::uuid AND password_hash = ${passwordHash}',
        put: 'WHERE id = ${accountId}::uuid',
      },
    ],
  },
  {
    id: 'codes.lock-out-by-password',
    attack: 'A stranger sends wrong passwords without end, to keep a person from logging in',
    guard: 'a browser that the account knows by its cookie has a counter of its own',
    proof: {
      file: 'apps/api/src/features/account/login-limits.test.ts',
      test: 'of strangers keep nobody waiting in a browser that the account knows',
    },
    without: [
      {
        file: 'apps/api/src/features/account/login.service.ts',
        find: 'key: known ? knownTriesKey(account.id) : accountTriesKey(account.id)',
        put: 'key: accountTriesKey(account.id)',
      },
    ],
  },
  {
    id: 'codes.guess-with-cookie',
    attack: 'Whoever stole a device cookie guesses at the password with it, or with a cookie of their own',
    guard: 'known browsers have a counter too, and a cookie is known for its account only',
    proof: {
      file: 'apps/api/src/features/account/login-limits.test.ts',
      test: 'in a browser that the account knows are ten as well, however many arrive at once',
    },
    without: [
      {
        file: 'apps/api/src/features/account/login.store.ts',
        find: 'WHERE account_id = ${ask.accountId ?? null}::uuid AND token_hash',
        put: 'WHERE ${ask.accountId ?? null}::uuid IS NOT NULL AND token_hash',
      },
    ],
  },
];
