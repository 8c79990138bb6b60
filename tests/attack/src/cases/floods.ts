import type { Case } from '../case.ts';

const PHONE = 'apps/api/src/features/phone/service.ts';
const POOL = 'apps/api/src/concurrency/pool.ts';
const LINES = 'apps/api/src/concurrency/pool.test.ts';
const MAILBOX = 'apps/api/src/features/account/mailbox.service.ts';
const BUDGETS = {
  file: 'apps/api/src/features/phone/spending.test.ts',
  test: 'are kept for a network, a country code and over all; a refusal says when to come again and raises the alarm',
};
const LIMITS = {
  file: 'apps/api/src/features/phone/request.test.ts',
  test: 'PH-06 ER-06 two an hour, three a day, with the next allowed time, for an account and for a number',
};

/** What others are to pay for: text messages to numbers the attacker earns by, and mails nobody asked for. */
export const floodCases: readonly Case[] = [
  {
    id: 'floods.sms-network',
    attack: 'Text messages are asked for by one account after the other from one network',
    guard: 'the budget of an hour for a network',
    proof: BUDGETS,
    without: [{ file: PHONE, find: 'nth: budgets.networkHourly', put: 'nth: 1_000_000' }],
  },
  {
    id: 'floods.sms-country',
    attack: 'Text messages are asked for, from many networks, to the numbers of one country',
    guard: 'the budget of an hour for a calling code',
    proof: BUDGETS,
    without: [{ file: PHONE, find: 'nth: budgets.countryHourly', put: 'nth: 1_000_000' }],
  },
  {
    id: 'floods.sms-total',
    attack: 'Text messages are asked for from many networks to many countries',
    guard: 'the budget of an hour over all',
    proof: BUDGETS,
    without: [{ file: PHONE, find: 'nth: budgets.hourly', put: 'nth: 1_000_000' }],
  },
  {
    id: 'floods.sms-account',
    attack: 'One account asks for text messages to one number after the other',
    guard: 'the limits of an account, whatever the number',
    proof: LIMITS,
    without: [{ file: PHONE, find: '      await newestCharges(tx, { accountId }, day),\n', put: '' }],
  },
  {
    id: 'floods.sms-number',
    attack: 'One account after the other has text messages sent to one number',
    guard: 'the limits of a number, whatever the account',
    proof: LIMITS,
    without: [{ file: PHONE, find: '      await newestCharges(tx, { phoneHash: target.hash }, day),\n', put: '' }],
  },
  {
    id: 'floods.sms-race',
    attack: 'A hundred accounts on one network ask for a text message at once, over ten replicas',
    guard: 'the lock under which charges are judged and made',
    proof: {
      file: 'apps/api/src/features/phone/races.test.ts',
      test: 'PH-06 of 100 accounts on one network stay within its budget',
    },
    without: [{ file: PHONE, find: '      await lockCharges(tx);\n', put: '' }],
  },
  {
    id: 'floods.sms-numbers-tried',
    attack: 'One account tries number after number, to learn which ones have an account',
    guard: 'the limit of numbers that an account tries in a day',
    proof: {
      file: 'apps/api/src/features/phone/request.test.ts',
      test: 'can be tried 20 times a day: the refusal tells that somebody has the number',
    },
    without: [
      {
        file: PHONE,
        find: '    if (target.isChange) await limits.demand(db, changesKey(accountId), NUMBER_CHANGES, now);\n',
        put: '',
      },
    ],
  },
  {
    id: 'floods.sms-given-back-twice',
    attack: 'A text message that left is given back as if it had not, so that another one is free',
    guard: 'what left is settled, and a charge is given back once',
    proof: {
      file: 'apps/api/src/features/phone/spending.test.ts',
      test: 'is given back once, and one that left is not',
    },
    without: [
      {
        file: 'apps/api/src/features/phone/store.ts',
        find: 'where: { challengeId, refundedAt: null }, data: { refundedAt: now }',
        put: 'where: { challengeId }, data: { refundedAt: now }',
      },
    ],
  },
  {
    id: 'floods.sms-uncertain-refund',
    attack: 'More text messages are requested than the limits allow while a gateway takes them and does not confirm',
    guard: 'a message that may have arrived keeps its charge',
    proof: {
      file: 'apps/api/src/features/phone/uncertain.test.ts',
      test: 'keeps the charge of the message that may have arrived when it %s, so that limits hold',
    },
    without: [
      {
        file: 'apps/api/src/jobs/deliver.ts',
        find: 'unconfirmed !== undefined && (refused || unconfirmed === 0)',
        put: 'unconfirmed !== undefined',
      },
    ],
  },
  {
    id: 'floods.sms-blocked-region',
    attack: 'A number of a blocked region that was given before the block is sent a text message',
    guard: 'the region is looked at again before each message',
    proof: {
      file: 'apps/api/src/features/phone/request.test.ts',
      test: 'VA-06 refuses a number whose region was blocked after it was given',
    },
    without: [
      {
        file: PHONE,
        find: 'if (isBlockedRegion(target.number.slice(1), deps.blockedRegions)) {',
        put: 'if (Math) {} else {',
      },
    ],
  },
  {
    id: 'floods.mailbox-hour',
    attack: 'Forty mails at once are asked for, for one mailbox',
    guard: 'the limit of an hour for what one asker asks for',
    proof: {
      file: 'apps/api/src/features/account/resend.test.ts',
      test: 'sends five mails an hour to one address, and returns 429 for unknown logins alike',
    },
    without: [
      {
        file: MAILBOX,
        find: 'const charges = [{ key: askedKey(fingerprint, asked), rule: rules.account }];',
        put: 'const charges: { key: string; rule: LimitRule }[] = [];',
      },
    ],
  },
  {
    id: 'floods.mailbox-day',
    attack: 'Mails are asked for, for one mailbox, from many networks',
    guard: 'the limits of a day for a mailbox, over all networks',
    proof: {
      file: 'apps/api/src/features/account/resend.test.ts',
      test: 'sends twenty mails a day to one address over all networks, and returns 429 for unknown logins alike',
    },
    without: [
      {
        file: MAILBOX,
        find: '      if (!isKnown) charges.push({ key: askedDay, rule: rules.accountDay });\n',
        put: '',
      },
    ],
  },
  {
    id: 'floods.mailbox-spellings',
    attack: 'Mails are asked for, for one mailbox, in all spellings that lead to it',
    guard: 'mails are counted by an address’s canonical form',
    proof: {
      file: 'apps/api/src/features/account/resend.test.ts',
      test: 'counts the canonical form of an address, known or not',
    },
    without: [
      {
        file: 'apps/api/src/features/account/mailbox.policy.ts',
        find: "if (login.includes('@')) return canonicalEmail(login)?.address ?? login;",
        put: "if (login.includes('@')) return login;",
      },
    ],
  },
  {
    id: 'floods.mailbox-by-logins',
    attack: 'An account is opened with somebody else’s mailbox, and logged in to from one network after the other',
    guard: 'the limit of mails that logins to an account send in a day',
    proof: {
      file: 'apps/api/src/features/account/mailbox-flood.test.ts',
      test: 'gets no more mails than the limit of a day from any number of networks',
    },
    without: [
      {
        file: MAILBOX,
        find: '      await limits.demand(tx, loginMailsKey(accountId), rules.accountDay, now);\n',
        put: '',
      },
    ],
  },
  {
    id: 'floods.mailbox-by-codes-run-out',
    attack:
      'An account is opened with somebody else’s mailbox, and logged in to whenever the code has run out, day and night',
    guard: 'the limit of mails that logins to an account send in a day',
    proof: {
      file: 'apps/api/src/features/account/mailbox-flood.test.ts',
      test: 'gets no more mails in a day in which codes expire',
    },
    without: [
      {
        file: MAILBOX,
        find: '      await limits.demand(tx, loginMailsKey(accountId), rules.accountDay, now);\n',
        put: '',
      },
    ],
  },
  {
    id: 'floods.many-mailboxes',
    attack: 'Mails are asked for from one network, for one mailbox after the other',
    guard: 'the limit of an hour for a network',
    proof: {
      file: 'apps/api/src/features/account/resend.test.ts',
      test: 'RO-03 sends 60 mails an hour for one network, whatever address the client declares',
    },
    without: [
      {
        file: MAILBOX,
        find: '      await limits.demand(db, networkMailsKey(client.network), rules.network, now);\n',
        put: '',
      },
    ],
  },
  {
    id: 'floods.passwords-at-once',
    attack: 'More passwords are sent at once than a process can ever hash',
    guard: 'so many wait, and the rest are told at once when to come again',
    proof: { file: LINES, test: 'runs so many at once, lets so many wait in order, and refuses the rest at once' },
    without: [
      {
        file: POOL,
        find: 'if (queue.size >= maxWaiting && queue.pending >= queue.concurrency) {',
        put: 'if (maxWaiting < 0) {',
      },
    ],
  },
];
