import type { Case, Removal } from '../case.ts';

const SETUPS = 'prisma/migrations/20261122182000_two_factor_setups/migration.sql';

/** Every guard that lets one setup of an account be confirmed. */
const WITHOUT_CONFIRM_ONCE: readonly Removal[] = [
  {
    file: 'apps/api/src/features/two-factor/store.ts',
    find: `\${proven.accountId}::uuid AND totp_confirmed_at IS NULL
       AND email_verified_at IS NOT NULL AND totp_last_step < \${proven.step}
       AND EXISTS (SELECT FROM two_factor_setups s
                    WHERE s.id = \${proven.setupId}::uuid AND s.account_id = accounts.id AND s.secret = \${proven.sealed})\``,
    put: '${proven.accountId}::uuid`',
  },
  { file: SETUPS, find: '  DELETE FROM two_factor_setups WHERE account_id = NEW.id;\n', put: '' },
];

/** The setup of two-factor: raced, reused, begun by somebody else. */
export const setupCases: readonly Case[] = [
  {
    id: 'codes.setup-race',
    attack: 'The first code with fifty setup keys at once',
    guard: 'two-factor is confirmed once, by compare-and-set, and the setup is deleted with that',
    proof: {
      file: 'apps/api/src/features/two-factor/races.test.ts',
      test: 'with the first code, each with its own setup key, set up two-factor once',
    },
    without: WITHOUT_CONFIRM_ONCE,
  },
  {
    id: 'codes.setup-key-reuse',
    attack: 'A setup key, used or left over, after two-factor was set up',
    guard: 'two-factor is confirmed once, by compare-and-set, and the setup is deleted with that',
    proof: {
      file: 'apps/api/src/features/two-factor/verify-otp.test.ts',
      test: 'refuses every setup key once two-factor is set up',
    },
    without: WITHOUT_CONFIRM_ONCE,
  },
  {
    id: 'codes.setup-before-email',
    attack: 'Two-factor is set up for an address that was never proven',
    guard: 'a setup begins for a verified address only',
    proof: {
      file: 'apps/api/src/features/two-factor/access.test.ts',
      test: 'US-02 a setup key of an account whose email is not verified is refused',
    },
    without: [
      {
        file: 'apps/api/src/features/two-factor/store.ts',
        find: 'totp_confirmed_at IS NULL AND email_verified_at IS NOT NULL\n         FOR NO KEY UPDATE',
        put: 'totp_confirmed_at IS NULL\n         FOR NO KEY UPDATE',
      },
    ],
  },
  {
    id: 'codes.setup-by-old-password',
    attack: 'Whoever knew the old password confirms the secret that they were shown',
    guard: 'a new password forgets what was never confirmed',
    proof: {
      file: 'apps/api/src/features/two-factor/access.test.ts',
      test: 'US-02 the password ends the secrets that were shown before',
    },
    without: [
      {
        file: 'apps/api/src/features/account/mailbox.service.ts',
        find: '        await twoFactor.forgetPending(tx, accountId, now);\n',
        put: '',
      },
    ],
  },
  {
    id: 'codes.setup-of-another-browser',
    attack: 'A thief who has the password logs in first and keeps the pending secret that the owner confirms later',
    guard: 'a pending secret belongs to the browser that was shown it',
    proof: {
      file: 'apps/api/src/features/two-factor/pending.test.ts',
      test: 'US-02 is shown again in the same browser, and in no other with the password',
    },
    without: [
      {
        file: 'apps/api/src/features/two-factor/service.ts',
        find: 'hashHandle(account.browser)',
        put: 'hashHandle(account.id)',
      },
    ],
  },
  {
    id: 'codes.setup-two-browsers',
    attack: 'Eight browsers confirm a secret of their own at once, a thief’s among them',
    guard: 'two-factor is confirmed once, by compare-and-set, and the other setups are deleted with that',
    proof: {
      file: 'apps/api/src/features/two-factor/pending.test.ts',
      test: 'US-02 that each confirm their own secret set up two-factor once, with the secret of the first',
    },
    without: WITHOUT_CONFIRM_ONCE,
  },
];
