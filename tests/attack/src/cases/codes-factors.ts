import type { Case } from '../case.ts';

/** Second factors: replayed, raced, stolen, set up anew. */
export const factorCases: readonly Case[] = [
  {
    id: 'codes.totp-replay',
    attack: 'One code of the authenticator at fifty request keys at once',
    guard: 'a time step is taken once, by compare-and-set',
    proof: {
      file: 'apps/api/src/features/two-factor/races.test.ts',
      test: 'with one time step, each with its own request key, sign in once',
    },
    without: [
      {
        file: 'apps/api/src/features/two-factor/store.ts',
        find: 'totp_confirmed_at IS NOT NULL\n       AND totp_last_step < ${proven.step}`',
        put: 'totp_confirmed_at IS NOT NULL`',
      },
    ],
  },
  {
    id: 'codes.totp-replay-elsewhere',
    attack: 'One code of the authenticator at login and in other calls at once',
    guard: 'a time step is taken once, over all calls',
    proof: {
      file: 'apps/api/src/features/two-factor/races.test.ts',
      test: 'with one time step, at login and in other requests, are accepted once',
    },
    without: [
      {
        file: 'apps/api/src/features/two-factor/store.ts',
        find: 'totp_confirmed_at IS NOT NULL\n       AND totp_last_step < ${proven.step}`',
        put: 'totp_confirmed_at IS NOT NULL`',
      },
    ],
  },
  {
    id: 'codes.totp-replay-two-processes',
    attack: 'One code of the authenticator at login and for an SMS at once, over two processes',
    guard: 'a time step is taken once, over all calls',
    proof: {
      file: 'tests/attack/src/suites/uniqueness.test.ts',
      test: 'with one code of the authenticator, at login and where an SMS asks for it: it counts once',
    },
    without: [
      {
        file: 'apps/api/src/features/two-factor/store.ts',
        find: 'totp_confirmed_at IS NOT NULL\n       AND totp_last_step < ${proven.step}`',
        put: 'totp_confirmed_at IS NOT NULL`',
      },
    ],
  },
  {
    id: 'codes.totp-older-step',
    attack: 'A code of the step before, seen over a shoulder, after a newer one was used',
    guard: 'the last accepted step is only ever raised',
    proof: {
      file: 'apps/api/src/features/two-factor/service.test.ts',
      test: 'accepts a code of the step before, now or after, and never a step at or before the last one',
    },
    without: [
      {
        file: 'apps/api/src/features/two-factor/store.ts',
        find: 'totp_confirmed_at IS NOT NULL\n       AND totp_last_step < ${proven.step}`',
        put: 'totp_confirmed_at IS NOT NULL\n       AND totp_last_step <> ${proven.step}`',
      },
    ],
  },
  {
    id: 'codes.totp-far-step',
    attack: 'A code of two steps ago, or two ahead',
    guard: 'one step either way, and no more',
    proof: {
      file: 'apps/api/src/features/two-factor/service.test.ts',
      test: 'accepts a code of the step before, now or after, and never a step at or before the last one',
    },
    without: [
      {
        file: 'apps/api/src/features/two-factor/policy.ts',
        find: 'epochTolerance: STEP_SECONDS,',
        put: 'epochTolerance: 2 * STEP_SECONDS,',
      },
    ],
  },
  {
    id: 'codes.totp-setup-step',
    attack: 'The code that confirmed the setup is used again to sign in',
    guard: 'the setup takes its step like every other call',
    proof: {
      file: 'apps/api/src/features/two-factor/verify-otp.test.ts',
      test: 'does not accept the time step of the setup again',
    },
    without: [
      {
        file: 'apps/api/src/features/two-factor/store.ts',
        find: 'totp_confirmed_at = ${now}, totp_last_step = ${proven.step}',
        put: 'totp_confirmed_at = ${now}',
      },
    ],
  },
  {
    id: 'codes.backup-race',
    attack: 'One backup code at fifty request keys at once',
    guard: 'a backup code is used up by one statement',
    proof: {
      file: 'apps/api/src/features/two-factor/races.test.ts',
      test: 'with one backup code, each with its own request key, sign in once',
    },
    without: [
      {
        file: 'apps/api/src/features/two-factor/store.ts',
        find: ' AND code_hash = ${code.hash} AND used_at IS NULL`',
        put: ' AND code_hash = ${code.hash}`',
      },
    ],
  },
  {
    id: 'codes.backup-race-two-processes',
    attack: 'One backup code at many request keys at once, over two processes',
    guard: 'a backup code is used up by one statement',
    proof: {
      file: 'tests/attack/src/suites/uniqueness.test.ts',
      test: 'with one backup code, each with a request key of its own: one signs in',
    },
    without: [
      {
        file: 'apps/api/src/features/two-factor/store.ts',
        find: ' AND code_hash = ${code.hash} AND used_at IS NULL`',
        put: ' AND code_hash = ${code.hash}`',
      },
    ],
  },
  {
    id: 'codes.backup-reuse',
    attack: 'A backup code that was used is used again',
    guard: 'a backup code is used up by one statement',
    proof: {
      file: 'apps/api/src/features/two-factor/service.test.ts',
      test: 'accepts each of the ten backup codes once, and none of another account',
    },
    without: [
      {
        file: 'apps/api/src/features/two-factor/store.ts',
        find: ' AND code_hash = ${code.hash} AND used_at IS NULL`',
        put: ' AND code_hash = ${code.hash}`',
      },
    ],
  },
  {
    id: 'codes.backup-of-another',
    attack: 'A backup code is used at another account',
    guard: 'its fingerprint holds its account, and so does the statement',
    proof: {
      file: 'apps/api/src/features/two-factor/service.test.ts',
      test: 'accepts each of the ten backup codes once, and none of another account',
    },
    without: [
      { file: 'apps/api/src/features/two-factor/policy.ts', find: '`${accountId}\\0${code}`', put: 'code' },
      {
        file: 'apps/api/src/features/two-factor/store.ts',
        find: 'WHERE account_id = ${code.accountId}::uuid AND code_hash',
        put: 'WHERE code_hash',
      },
    ],
  },
  {
    id: 'codes.key-reuse',
    attack: 'One request key with several right backup codes at once',
    guard: 'a request key is consumed by one statement',
    proof: {
      file: 'apps/api/src/features/two-factor/races.test.ts',
      test: 'with one request key, each with its own right backup code, sign in once',
    },
    without: [
      {
        file: 'apps/api/src/features/two-factor/service.ts',
        find: 'if (!user || !(await codes.consumeKey(tx, challengeId, now)))',
        put: 'if (!user)',
      },
    ],
  },
  {
    id: 'codes.key-reuse-two-processes',
    attack: 'One request key with several right backup codes at once, over two processes',
    guard: 'a request key is consumed by one statement',
    proof: {
      file: 'tests/attack/src/suites/uniqueness.test.ts',
      test: 'with one request key, each with a backup code that is right: one signs in',
    },
    without: [
      {
        file: 'apps/api/src/features/two-factor/service.ts',
        find: 'if (!user || !(await codes.consumeKey(tx, challengeId, now)))',
        put: 'if (!user)',
      },
    ],
  },
  {
    id: 'codes.key-too-old',
    attack: 'A request key is used after its thirty minutes',
    guard: 'a request key ends',
    proof: { file: 'apps/api/src/features/two-factor/verify-otp.test.ts', test: 'refuses a request key after 30 minutes' },
    without: [
      { file: 'apps/api/src/features/codes/policy.ts', find: "if (expiresAt <= now) return 'expired';", put: '' },
      {
        file: 'apps/api/src/features/codes/store.ts',
        find: 'WHERE id = ${id}::uuid AND expires_at > ${now} AND attempts < ${CODE_TRIES}',
        put: 'WHERE id = ${id}::uuid AND attempts < ${CODE_TRIES}',
      },
    ],
  },
];
