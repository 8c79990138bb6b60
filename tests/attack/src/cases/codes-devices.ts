import type { Case } from '../case.ts';

/** Device cookies: stolen, raced, kept too long. */
export const deviceCases: readonly Case[] = [
  {
    id: 'codes.cookie-rotated',
    attack: 'A stolen device cookie is used after its owner has logged in',
    guard: 'the cookie is rotated at each login',
    proof: {
      file: 'apps/api/src/features/account/devices.test.ts',
      test: 'is replaced at each login: the previous value is unknown',
    },
    without: [
      {
        file: 'apps/api/src/features/account/login.store.ts',
        find: 'data: { tokenHash: device.to }',
        put: 'data: { tokenHash: device.from }',
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
        find: 'data: { tokenHash: device.to }',
        put: 'data: { tokenHash: device.from }',
      },
    ],
  },
  {
    id: 'codes.cookie-of-another',
    attack: 'A device cookie of one’s own is used at another account',
    guard: 'the cookie is known for its account only',
    proof: { file: 'apps/api/src/features/account/devices.test.ts', test: 'is unknown for another account' },
    without: [
      {
        file: 'apps/api/src/features/account/login.store.ts',
        find: 'where: { accountId: device.accountId, tokenHash: device.from,',
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
      test: 'does not count as a fresh second factor',
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
      test: 'US-02 RO-01 two-factor ends every session, deletes every device and stops votes',
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
      test: 'expires 90 days after the second factor',
    },
    without: [
      { file: 'apps/api/src/features/account/login.store.ts', find: ', expiresAt: { gt: device.now } }', put: ' }' },
    ],
  },
  {
    id: 'codes.login-under-way',
    attack: 'A login with the old password that was under way when a new one was set',
    guard: 'the account’s row is held by its password’s hash',
    proof: { file: 'apps/api/src/features/account/under-way.test.ts', test: 'US-02 is refused after a password reset' },
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
      test: 'from unknown browsers do not block a known browser',
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
      test: 'from a known browser are compared ten times too, however many arrive at once',
    },
    without: [
      {
        file: 'apps/api/src/features/account/login.store.ts',
        find: 'WHERE account_id = ${device.accountId ?? null}::uuid AND token_hash',
        put: 'WHERE ${device.accountId ?? null}::uuid IS NOT NULL AND token_hash',
      },
    ],
  },
];
