import type { Case } from '../case.ts';

const API = 'apps/api/src';
const ALIKE = `${API}/features/account/look-alikes.test.ts`;
const CANONICAL = `${API}/features/account/email.policy.ts`;
const REUSE = `${API}/features/social/reuse.test.ts`;
const NOBODY = `${API}/features/account/nobody.test.ts`;
const MAILBOX = `${API}/features/account/mailbox.service.ts`;

/** One person under many spellings, names that are somebody else’s, and who has an account at all. */
export const nameCases: readonly Case[] = [
  {
    id: 'identity.spellings',
    attack:
      'One mailbox votes under many spellings: case, dots, tags, googlemail.com, full-width letters, the Kelvin sign',
    guard: 'an address is unique in one canonical form',
    proof: { file: ALIKE, test: 'creates no second account' },
    without: [{ file: CANONICAL, find: ".normalize('NFKC').toLowerCase()", put: '' }],
  },
  {
    id: 'identity.many-spellings-at-once',
    attack: 'Many spellings of one address are registered at once',
    guard: 'the unique key on the canonical address',
    proof: {
      file: `${API}/features/account/claims.test.ts`,
      test: 'with many spellings of one address create one account',
    },
    without: [{ file: CANONICAL, find: "replace(/(?<=.)\\+.*$/, '')", put: "replace('nothing', '')" }],
  },
  {
    id: 'identity.idn',
    attack: 'One domain is written in letters, in punycode and in decomposed letters, for an account each',
    guard: 'domains are compared in ASCII (UTS #46)',
    proof: { file: ALIKE, test: 'is recognised in punycode too' },
    without: [
      {
        file: CANONICAL,
        find: 'const ascii = domainToASCII(email.slice(at + 1));',
        put: "const ascii = email.slice(at + 1) || domainToASCII('');",
      },
    ],
  },
  {
    id: 'identity.mail-to-spelling',
    attack: 'A new password is asked for with a spelling whose mailbox is the attacker’s',
    guard: 'mail goes to the address that was proven, never to what was typed',
    proof: { file: ALIKE, test: 'sends codes only to the proven mailbox' },
    without: [
      {
        file: MAILBOX,
        find: '      const to = isSent ? { ...account, accountId: account.id } : undefined;',
        put: '      const to = isSent ? { ...account, accountId: account.id, email: login } : undefined;',
      },
    ],
  },
  {
    id: 'identity.homoglyphs',
    attack: 'Cyrillic and Greek letters that look Latin are to lead into somebody’s account',
    guard: 'addresses are compared by their letters, and no letter is taken for one that looks alike',
    proof: {
      file: ALIKE,
      test: 'does not find the account: Cyrillic and Greek letters are not Latin ones',
    },
    without: [
      {
        file: CANONICAL,
        find: ".normalize('NFKC').toLowerCase()",
        put: ".normalize('NFKC').toLowerCase().replace(/[а\\u0131]/g, (letter) => (letter === 'а' ? 'a' : 'i'))",
      },
    ],
  },
  {
    id: 'identity.full-width-digits',
    attack: 'A number or code is typed in full-width or Arabic digits, to count as another one',
    guard: 'fields take ASCII digits alone',
    proof: { file: ALIKE, test: 'are refused in numbers and codes, with the rule, and find no account' },
    without: [
      {
        file: 'packages/contracts/src/fields.ts',
        find: '.regex(/^\\+?[1-9]\\d{6,14}$/,',
        put: '.regex(/^\\+?\\p{Nd}{7,15}$/u,',
      },
    ],
  },
  {
    id: 'identity.bidi-name',
    attack: 'A name holds characters that turn a mail’s text around or hide in it',
    guard: 'such names are refused, and what is invisible is left out of greetings',
    proof: { file: ALIKE, test: 'can’t reverse the text of a mail or hide characters in it' },
    without: [{ file: `${API}/messages/greeting-name.ts`, find: ".replace(INVISIBLE, '')", put: '' }],
  },
  {
    id: 'identity.name-as-advertisement',
    attack: 'Somebody’s address is registered under a name that is an advertisement, for our mail to carry it',
    guard: 'a name with a digit, a dot, a slash or any other sign of any script is left out of mails',
    proof: { file: ALIKE, test: 'puts no advertisement into a mail' },
    without: [{ file: `${API}/messages/greeting-name.ts`, find: 'NAME.test(name) && ', put: '' }],
  },
  {
    id: 'identity.instagram-letters',
    attack: 'An Instagram name is written in Cyrillic, full-width or invisible letters, to be approved as another one',
    guard: 'names have Instagram’s letters alone',
    proof: { file: REUSE, test: 'is refused: Cyrillic, Greek, full-width, with marks or nothing to see' },
    without: [{ file: 'packages/contracts/src/fields.ts', find: '.regex(/^[a-z0-9._]+$/i,', put: '.regex(/^.+$/u,' }],
  },
  {
    id: 'identity.instagram-renamed',
    attack:
      'An Instagram name that its owner gave up is proven by somebody else, in another case or with a dot at its end',
    guard: 'a proven name stays its person’s, whatever its case and outer dots',
    proof: {
      file: REUSE,
      test: 'takes the place of its former name, which stays its person’s: who takes that name over proves nothing with it',
    },
    without: [{ file: `${API}/features/social/policy.ts`, find: ".replace(/^\\.|\\.$/g, '')", put: '' }],
  },
  {
    id: 'identity.instagram-squatter-last',
    attack:
      'An Instagram name is submitted again after its owner did, so that the owner’s message is compared with another code',
    guard: 'the code in the message says which of those who wait is meant',
    proof: { file: REUSE, test: 'is held for a day, and then proven by its owner' },
    without: [
      {
        file: `${API}/features/social/service.ts`,
        find: 'const meant = awaiting.find(',
        put: 'const meant = awaiting.slice(0, 1).find(',
      },
    ],
  },
  {
    id: 'identity.instagram-foreign-name',
    attack: 'A name of somebody else is proven by a message from another account',
    guard: 'the message counts for the name it was sent from',
    proof: { file: REUSE, test: 'proves nothing for the name that was submitted before the renaming' },
    without: [
      {
        file: `${API}/features/social/store.ts`,
        find: 'expiresAt: { gt: ask.now }, subjectHash: ask.subjectHash },',
        put: 'expiresAt: { gt: ask.now } },',
      },
    ],
  },
  {
    id: 'identity.telegram-reuse',
    attack: 'A Telegram account leaves the channel and verifies another person',
    guard: 'a link that was withdrawn stays its person’s',
    proof: { file: REUSE, test: 'verifies nobody else, and comes back to its own person alone' },
    without: [
      {
        file: `${API}/features/social/store.ts`,
        find: 'return link !== undefined && link.accountId !== accountId;',
        put: 'return link !== undefined && link.live && link.accountId !== accountId;',
      },
      {
        file: `${API}/features/social/store.ts`,
        find: 'verified_at = excluded.verified_at\n     WHERE l.account_id = excluded.account_id`',
        put: 'verified_at = excluded.verified_at, account_id = excluded.account_id`',
      },
    ],
  },
  {
    id: 'identity.telegram-revival',
    attack: 'Former Telegram accounts of one person come back to the channel, for more than one live link',
    guard: 'a link is revived only where no other one stands, and the index behind that',
    proof: { file: REUSE, test: 'never brings a second live link, whichever of a person’s accounts come and go' },
    without: [
      {
        file: `${API}/features/social/store.ts`,
        find: '\n       AND NOT EXISTS (SELECT 1 FROM social_links o\n                        WHERE o.account_id = l.account_id AND o.provider = l.provider AND o.revoked_at IS NULL)`',
        put: '`',
      },
    ],
  },
  {
    id: 'identity.enumerate-by-reset',
    attack: 'A new password is asked for and its code guessed at, to learn whether a login has an account',
    guard: 'an unknown login has a code too, which nobody knows',
    proof: {
      file: NOBODY,
      test: 'gets the same responses to password resets for known and unknown addresses and numbers',
    },
    without: [
      {
        file: MAILBOX,
        find: '      return transact((tx) => send(tx, to, asked, now));',
        put: "      return to ? transact((tx) => send(tx, to, asked, now)) : 'q0Vb3v1xJ8mBq7nZ2bWc4A';",
      },
    ],
  },
  {
    id: 'identity.enumerate-by-resend',
    attack: 'The email code is asked for again and guessed at, to learn whether an address waits to be proven',
    guard: 'who may not have the mail is answered like who may',
    proof: {
      file: NOBODY,
      test: 'gets the same responses to email codes for unproven, proven and unknown addresses',
    },
    without: [
      {
        file: `${API}/features/codes/service.ts`,
        find: "      if (accountId === null) return { outcome: 'wrong', delivery };",
        put: "      if (accountId === null) return { outcome: 'expired', delivery };",
      },
    ],
  },
  {
    id: 'identity.enumerate-pairs',
    attack: 'The mails of a number are used up, to see whether those of an address are',
    guard: 'what is refused aloud is counted by what was typed',
    proof: { file: NOBODY, test: 'does not learn whether a number and an address belong together' },
    without: [
      {
        file: MAILBOX,
        find: 'const subject = mailSubject(login);',
        put: 'const subject = account?.emailCanonical ?? mailSubject(login);',
      },
    ],
  },
  {
    id: 'identity.enumerate-by-work',
    attack: 'The work behind an answer is measured, to learn whether a login has an account',
    guard: 'the same statements run for nobody as for somebody',
    proof: { file: NOBODY, test: 'are the same for unknown and known logins: %s' },
    without: [
      {
        file: MAILBOX,
        find: '    await outbox.mail(tx, {',
        put: '    if (to) await outbox.mail(tx, {',
      },
    ],
  },
  {
    id: 'identity.enumerate-by-hash',
    attack: 'A new password with a wrong code is timed, to learn whether the login has an account',
    guard: 'the password is hashed for nobody too',
    proof: {
      file: `${API}/features/account/mailbox-enumeration.test.ts`,
      test: 'is hashed once for known and unknown logins, and not for a made-up request id',
    },
    without: [
      {
        file: `${API}/features/account/mailbox.store.ts`,
        find: "      kind: 'password_reset',",
        put: "      kind: 'password_reset',\n      accountId: { not: null },",
      },
    ],
  },
  {
    id: 'identity.enumerate-by-time-of-login',
    attack: 'Logins are timed, to learn whether an address or number has an account',
    guard: 'an unknown login is compared with nobody’s password, at the same cost',
    proof: {
      file: `${API}/features/account/login-enumeration.test.ts`,
      test: 'takes as long for an account as for an unknown login',
    },
    without: [
      {
        file: `${API}/crypto/password.ts`,
        find: 'const matches = await pool(',
        put: "if (passwordHash === undefined) return fallback === '';\n      const matches = await pool(",
      },
    ],
  },
];
