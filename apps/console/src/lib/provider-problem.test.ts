import { expect, it } from 'vitest';
import { meaningOf } from './provider-problem.ts';

it.each([
  ['smtp: EENVELOPE RCPT TO 550: 550 5.1.1 <…>: Recipient address rejected: User unknown', 'noMailbox'],
  ['smtp: EENVELOPE RCPT TO 550', 'noMailbox'],
  ['smtp: 550 no such mailbox', 'noMailbox'],
  ['smtp: EENVELOPE RCPT TO 550: 550 5.1.2 The domain does not exist', 'noDomain'],
  ['smtp: EMESSAGE DATA 552: 552 5.2.2 The mailbox is over quota', 'full'],
  ['smtp: EENVELOPE RCPT TO 550: 550 5.2.1 The account is disabled', 'closed'],
  ['smtp: EMESSAGE DATA 550: 550 5.7.26 unauthenticated mail, see DMARC', 'rejected'],
  ['smtp: EMESSAGE DATA 554: 554 Message refused as spam', 'rejected'],
  ['smtp: EENVELOPE RCPT TO 451: 451 4.7.1 Greylisted', 'later'],
  ['smtp: 451 try again later', 'later'],
  ['smtp: EAUTH AUTH PLAIN 535', 'login'],
  ['webhook: 401', 'login'],
  ['smtp: ETIMEDOUT', 'unreachable'],
  ['twilio: no answer (ECONNRESET)', 'unreachable'],
  ['smtp: ESOCKET: self-signed certificate', 'unreachable'],
  ['smtp: ETLS', 'secure'],
  ["twilio: 400 21211: The 'To' number … is not valid", 'number'],
  ['twilio: 400 21610: Attempt to send to unsubscribed recipient', 'stopped'],
  ['twilio: 400 21408', 'country'],
  ['twilio: 400 21606', 'sender'],
  ['twilio: 429 20429', 'limit'],
  ['webhook: 503: down for maintenance', 'server'],
  ['webhook: 418: teapot', 'other'],
])('%s means %s', (words, meaning) => {
  expect(meaningOf(words)).toEqual({ meaning, mayHaveArrived: false });
});

it.each([
  ['twilio: no answer (timeout)', 'unreachable'],
  ['webhook: 503', 'server'],
])('says of a message that may have arrived what went wrong, too: %s', (words, meaning) => {
  expect(meaningOf(`it may have arrived; ${words}`)).toEqual({ meaning, mayHaveArrived: true });
});
