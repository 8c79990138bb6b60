import type { Case } from '../case.ts';

const API = 'apps/api/src';
const MAILBOX = `${API}/features/account/mailbox.service.ts`;

/** Whose account it is: addresses and numbers taken before their owner comes, and accounts taken over. */
export const identityCases: readonly Case[] = [
  {
    id: 'identity.squat-address',
    attack: 'Somebody’s address is registered and never proven, to keep them out or to be let in once they have come',
    guard: 'a new password by mail takes the account over, without what the squatter entered',
    proof: {
      file: `${API}/features/account/reset.test.ts`,
      test: 'gives it to the owner of the mailbox, without the claimed number',
    },
    without: [
      {
        file: `${API}/features/account/mailbox.store.ts`,
        find: 'CASE WHEN a.email_verified_at IS NULL THEN NULL ELSE a.phone_number END',
        put: 'a.phone_number',
      },
    ],
  },
  {
    id: 'identity.squat-address-late-code',
    attack:
      'Who registered somebody’s address answers the code of that registration after the owner has set a password',
    guard: 'a new password ends every code that anybody asked for',
    proof: {
      file: `${API}/features/account/strangers.test.ts`,
      test: 'has no valid code once the owner has set a password',
    },
    without: [
      {
        file: MAILBOX,
        find: "        await codes.closeCodes(tx, { accountId, kinds: ['email', 'password_reset'], now });\n",
        put: '',
      },
    ],
  },
  {
    id: 'identity.squat-address-for-ever',
    attack: 'Somebody’s address is registered, and stays registered',
    guard: 'an account that is not proven gives its address up after a day',
    proof: {
      file: `${API}/features/account/claims.test.ts`,
      test: 'is reserved for 24 hours, then freed with its account, code and number',
    },
    without: [
      {
        file: `${API}/features/account/service.ts`,
        find: '    await displaceStale(tx, emailCanonical, after(now, -CLAIM_HOLD_MS));\n',
        put: '',
      },
    ],
  },
  {
    id: 'identity.displace-proven',
    attack: 'An address is registered anew at the moment in which its owner proves it',
    guard: 'the statement that displaces looks at the proof, and a trigger behind it',
    proof: { file: `${API}/features/account/claims.test.ts`, test: 'is never freed once it is proven' },
    without: [
      {
        file: `${API}/features/account/store.ts`,
        find: 'AND email_verified_at IS NULL AND created_at',
        put: 'AND created_at',
      },
    ],
  },
  {
    id: 'identity.unproven-for-ever',
    attack: 'Addresses and numbers of others are left in accounts that nobody proves',
    guard: 'upkeep deletes such accounts after a week',
    proof: {
      file: `${API}/jobs/unproven.test.ts`,
      test: 'is deleted after a week with its dependent rows, and frees its address and number',
    },
    without: [{ file: `${API}/jobs/upkeep.ts`, find: '  await pruneUnproven(db, now);\n', put: '' }],
  },
  {
    id: 'identity.upkeep-against-proof',
    attack: 'An account is proven at the moment in which upkeep deletes it',
    guard: 'upkeep leaves what another call holds, and looks at the proof once it holds the row',
    proof: {
      file: `${API}/jobs/unproven.test.ts`,
      test: 'stays when it is proven while it is being deleted',
    },
    without: [
      {
        file: `${API}/jobs/upkeep.ts`,
        find: 'LIMIT ${UNPROVEN_BATCH} FOR UPDATE OF a SKIP LOCKED)',
        put: 'LIMIT ${UNPROVEN_BATCH})',
      },
      {
        file: `${API}/jobs/upkeep.ts`,
        find: 'WHERE a.email_verified_at IS NULL AND a.erased_at IS NULL',
        put: 'WHERE a.erased_at IS NULL',
      },
    ],
  },
  {
    id: 'identity.upkeep-against-typing',
    attack: 'An account is deleted while its owner types the code',
    guard: 'upkeep leaves accounts with a code that still runs',
    proof: { file: `${API}/jobs/unproven.test.ts`, test: 'stays while it has an unexpired code' },
    without: [
      {
        file: `${API}/jobs/upkeep.ts`,
        find: '           AND NOT EXISTS (SELECT FROM challenges c WHERE c.account_id = a.id AND c.expires_at > ${now})\n',
        put: '',
      },
    ],
  },
  {
    id: 'identity.squat-number',
    attack: 'Somebody’s number or Instagram name is typed in day after day, let go of, and typed in by other accounts',
    guard: 'a claim remembers since when its value is held, and bars others for one day in thirty',
    proof: {
      file: `${API}/features/account/claims.service.test.ts`,
      test: 'bars others for one day in thirty, even if it is released, claimed again, or loses its account',
    },
    without: [
      {
        file: `${API}/features/account/claims.store.ts`,
        find: 'THEN excluded.since ELSE c.since END',
        put: 'THEN excluded.since ELSE excluded.since END',
      },
    ],
  },
  {
    id: 'identity.squat-number-by-release',
    attack: 'A number is let go of and typed in again, so that its day begins anew',
    guard: 'letting go keeps since when it was held',
    proof: {
      file: `${API}/features/account/claims.service.test.ts`,
      test: 'bars others for one day in thirty, even if it is released, claimed again, or loses its account',
    },
    without: [
      {
        file: `${API}/features/account/claims.store.ts`,
        find: 'UPDATE claims SET account_id = NULL WHERE account_id',
        put: 'DELETE FROM claims WHERE account_id',
      },
      {
        file: 'prisma/migrations/20261122025900_claims_once/migration.sql',
        find: 'ON DELETE SET NULL',
        put: 'ON DELETE CASCADE',
      },
    ],
  },
  {
    id: 'identity.number-first-proven',
    attack: 'A number that somebody else has proven is confirmed by another account',
    guard: 'the unique key on proven numbers, and the account beside it',
    proof: {
      file: `${API}/features/phone/confirm.test.ts`,
      test: 'keeps a number with the account that proved it; a withdrawn one is revived by that account alone',
    },
    without: [
      {
        file: `${API}/features/phone/store.ts`,
        find: 'verified_at = excluded.verified_at, revoked_at = NULL\n     WHERE p.account_id = excluded.account_id',
        put: 'verified_at = excluded.verified_at, revoked_at = NULL, account_id = excluded.account_id',
      },
    ],
  },
  {
    id: 'identity.recycled-number',
    attack: 'A number that voted is given to somebody else, who votes with it again',
    guard: 'a proven number stays burnt',
    proof: {
      file: `${API}/features/phone/recycled.test.ts`,
      test: 'opens no second voter with it, however long ago, and is sent nothing',
    },
    without: [
      {
        file: `${API}/features/account/service.ts`,
        find: 'phone: !held || (await isPhoneProven(tx, phone.all)) });\n    if (refusal)',
        put: 'phone: !held });\n    if (refusal)',
      },
    ],
  },
  {
    id: 'identity.recycled-number-takeover',
    attack: 'The next owner of a voter’s number asks for a new password with it',
    guard: 'codes for a password go to the mailbox, whichever login was typed',
    proof: {
      file: `${API}/features/phone/recycled.test.ts`,
      test: 'gets nothing of the voter’s account by it: no code for a new password, no second factor',
    },
    without: [
      {
        file: MAILBOX,
        find: '      const to = isSent ? { ...account, accountId: account.id } : undefined;',
        put: '      const to = isSent ? { ...account, accountId: account.id, email: login } : undefined;',
      },
    ],
  },
  {
    id: 'identity.number-asked-often',
    attack: 'Numbers are typed in one after the other, to learn who has an account',
    guard: 'an account may try twenty numbers a day',
    proof: {
      file: `${API}/features/phone/request.test.ts`,
      test: 'can be tried 20 times a day: the refusal tells that somebody has the number',
    },
    without: [
      {
        file: `${API}/features/phone/service.ts`,
        find: '    if (target.isChange) await limits.demand(db, changesKey(accountId), NUMBER_CHANGES, now);\n',
        put: '',
      },
    ],
  },
];
