import type { Message } from '@laurel/contracts/console/calls/messages';
import type { CostTotal } from '@laurel/contracts/console/calls/tonight';
import { shownTime } from '../checks/shown-time.ts';
import type { Messages } from '../features/messages/service.ts';
import { table } from './output.ts';

const MICROS = 1_000_000;

const STATES: Record<Message['state'], string> = {
  queued: 'queued',
  sent: 'sent',
  failed: 'failed, is tried again',
  given_up: 'given up',
};
const WHY: Record<NonNullable<Message['givenUp']>, string> = {
  refused: 'refused for good',
  tries: 'tried too often',
  outdated: 'expired or replaced before it was sent',
};

const stateOf = ({ state, givenUp }: Message): string =>
  givenUp === null ? STATES[state] : `${STATES[state]}: ${WHY[givenUp]}`;

const costOf = (cost: readonly CostTotal[]): string =>
  cost.map(({ currency, micros }) => `${(micros / MICROS).toFixed(2)} ${currency}`).join(' + ') || '-';

const at = (time: string): string => shownTime(new Date(time));

/** Messages as a table. Recipients are masked. */
export const messagesTexts = (messages: readonly Message[]): string[] =>
  table(
    ['CREATED', 'WHAT', 'TO', 'STATE', 'PROVIDER', 'ID'],
    messages.map((each) => [
      at(each.createdAt),
      `${each.kind} ${each.purpose}`,
      each.recipient ?? '-',
      stateOf(each),
      each.provider,
      each.id,
    ]),
  );

/** One message, with the words of its provider. */
export const messageTexts = (message: Message): string[] => [
  `Message ${message.id}`,
  ...table(
    ['WHAT', ''],
    [
      ['message', `${message.kind} ${message.purpose}, by ${message.provider}`],
      ['to', `${message.recipient ?? '-'}${message.country === null ? '' : `, calling code ${message.country}`}`],
      ['account', message.accountId ?? '-'],
      ['created', at(message.createdAt)],
      ['state', `${stateOf(message)}, ${at(message.changedAt)}`],
      ['tries', String(message.tries)],
      ['provider says', message.problem ?? '-'],
      ['cost', costOf(message.cost === null ? [] : [message.cost])],
    ],
  ),
  message.retryable ? `It can be sent again: laurel messages retry ${message.id}` : 'It can’t be sent again now.',
];

/** The sums of a span by country and provider. */
export const totalsTexts = ({ since, waiting, totals }: Awaited<ReturnType<Messages['totals']>>): string[] => [
  since === null ? 'Since the beginning:' : `Since ${at(since)}:`,
  ...table(
    ['KIND', 'CALLING CODE', 'PROVIDER', 'SENT', 'FAILED', 'COST'],
    totals.map(({ kind, country, provider, sent, failed, cost }) => [
      kind,
      country ?? '-',
      provider,
      String(sent),
      String(failed),
      costOf(cost),
    ]),
  ),
  `Waiting for their first or next try: ${waiting.mail} mails, ${waiting.sms} text messages.`,
];
