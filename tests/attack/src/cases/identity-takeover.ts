import type { Case } from '../case.ts';

const API = 'apps/api/src';
const MAILBOX = `${API}/features/account/mailbox.service.ts`;
const RESET = `${API}/features/account/reset.test.ts`;
const STRANGERS = `${API}/features/account/strangers.test.ts`;

/** Accounts taken over by a new password, and owners locked out by strangers. */
export const takeoverCases: readonly Case[] = [
  {
    id: 'identity.reset-keeps-sessions',
    attack: 'A thief’s session goes on after the owner has set a new password',
    guard: 'a new password ends every session and forgets every device',
    proof: {
      file: RESET,
      test: 'US-02 sets the password, ends every session, deletes every device, and keeps two-factor',
    },
    without: [{ file: MAILBOX, find: '        await sessions.endAll(tx, accountId, now);\n', put: '' }],
  },
  {
    id: 'identity.reset-keeps-devices',
    attack:
      'A thief’s device is still known after the owner has set a new password, and is not asked for a second factor',
    guard: 'a new password forgets every device',
    proof: {
      file: RESET,
      test: 'US-02 sets the password, ends every session, deletes every device, and keeps two-factor',
    },
    without: [
      { file: `${API}/features/account/login.service.ts`, find: '    await deleteDevices(tx, accountId);\n', put: '' },
    ],
  },
  {
    id: 'identity.reset-half-way-in',
    attack: 'Who knew the old password and waits at the second factor goes on after the reset',
    guard: 'a new password ends every request key, before and after it is stored',
    proof: { file: RESET, test: 'ends a login with the old password that waits for the second factor' },
    without: [
      { file: MAILBOX, find: '        await twoFactor.forgetPending(tx, accountId, now);\n', put: '' },
      { file: MAILBOX, find: '        await codes.closeKeys(tx, accountId, now);\n', put: '' },
    ],
  },
  {
    id: 'identity.reset-in-parallel',
    attack: 'A login with the old password is under way while the password is reset',
    guard: 'the login holds the account only while the password is the one it compared',
    proof: { file: `${API}/features/account/under-way.test.ts`, test: 'US-02 is refused after a password reset' },
    without: [
      {
        file: `${API}/features/account/login.store.ts`,
        find: 'WHERE id = ${accountId}::uuid AND password_hash = ${passwordHash}\n      RETURNING',
        put: 'WHERE id = ${accountId}::uuid AND ${passwordHash}::text IS NOT NULL\n      RETURNING',
      },
    ],
  },
  {
    id: 'identity.reset-other-code',
    attack: 'The code of one’s own registration is answered as one for a new password, and the other way round',
    guard: 'a code is looked up by its kind',
    proof: {
      file: `${API}/features/account/verify.test.ts`,
      test: 'refuses a code for a new password, and vice versa',
    },
    without: [
      {
        file: `${API}/features/codes/store.ts`,
        find: 'FROM challenges WHERE handle_hash = ${handleHash} AND kind = ANY(${[...kinds]})`',
        put: 'FROM challenges WHERE handle_hash = ${handleHash} AND ${kinds.length} > 0`',
      },
    ],
  },
  {
    id: 'identity.lock-out-by-guessing',
    attack: 'A stranger asks for codes to somebody’s mailbox and uses up the wrong codes of the account',
    guard: 'codes by mail are counted for who asked for them, apart from the account’s own',
    proof: {
      file: STRANGERS,
      test: 'has the guesses of a day from one network, and does not lock the owner out',
    },
    without: [
      {
        file: `${API}/features/codes/service.ts`,
        find: '  thread === null ? { accountId:',
        put: '  accountId !== null || thread === null ? { accountId:',
      },
    ],
  },
  {
    id: 'identity.lock-out-by-mails',
    attack: 'A stranger with many networks asks for all the mails that an address is sent in a day',
    guard: 'a browser that the account knows has mails of its own',
    proof: {
      file: STRANGERS,
      test: 'does not lock out a known browser, even if the mails of the day are used up',
    },
    without: [
      {
        file: MAILBOX,
        find: '(await deps.knowsDevice({ accountId: account?.id, token: deviceToken, now }));',
        put: '(await deps.knowsDevice({ accountId: account?.id, token: deviceToken, now })) && false;',
      },
    ],
  },
  {
    id: 'identity.cookie-of-another',
    attack: 'A stranger’s own device cookie is shown for somebody else’s account, to be counted as its owner',
    guard: 'a device is known to its own account alone',
    proof: { file: STRANGERS, test: 'does not gain mails with a device cookie of another account' },
    without: [
      {
        file: `${API}/features/account/login.store.ts`,
        find: 'WHERE account_id = ${device.accountId ?? null}::uuid AND token_hash',
        put: 'WHERE ${device.accountId ?? null}::uuid IS NOT NULL AND token_hash',
      },
    ],
  },
  {
    id: 'identity.replace-code',
    attack: 'A stranger asks for a code whenever the owner is about to type one',
    guard: 'a newer code replaces those of the same asker only',
    proof: { file: STRANGERS, test: 'does not end the owner’s code, and can’t use it' },
    without: [
      {
        file: `${API}/features/codes/store.ts`,
        find: 'const accountId = thread === undefined ? of.accountId : null;',
        put: 'const { accountId } = of;',
      },
    ],
  },
  {
    id: 'identity.guess-from-many-networks',
    attack: 'Codes of one mailbox are asked for and guessed at from any number of networks',
    guard: 'an address is sent so many mails a day over all networks, and each code has five tries',
    proof: { file: STRANGERS, test: 'has the tries of a day’s mails with any number of networks' },
    without: [
      {
        file: MAILBOX,
        find: '      if (!isKnown) charges.push({ key: askedDay, rule: rules.accountDay });\n',
        put: '      void askedDay;\n',
      },
    ],
  },
  {
    id: 'identity.guess-for-days',
    attack: 'Codes of one mailbox are guessed at from one network day after day',
    guard: 'a hundred wrong codes in thirty days',
    proof: { file: STRANGERS, test: 'has the guesses of two days, then none for thirty days, until support unlocks the account' },
    without: [
      {
        file: `${API}/features/codes/policy.ts`,
        find: 'rule: isThread ? budgets.askerTotal : budgets.accountTotal },',
        put: 'rule: isThread ? budgets.network : budgets.accountTotal },',
      },
    ],
  },
  {
    id: 'identity.squatter-leaves-name',
    attack: 'Somebody’s address is registered under a name that its owner would be shown under for good',
    guard: 'a new password on an account that was never proven clears what was given at registration',
    proof: {
      file: `${API}/features/account/takeover.test.ts`,
      test: 'keeps no column of the squatter except the address and random values',
    },
    without: [
      {
        file: `${API}/features/account/mailbox.store.ts`,
        find: "           name = CASE WHEN a.email_verified_at IS NULL THEN '' ELSE a.name END,\n",
        put: '',
      },
    ],
  },
];
