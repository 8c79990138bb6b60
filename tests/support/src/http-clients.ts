import { Readable } from 'node:stream';
import { createGraphApi } from '@laurel/api/adapters/instagram/graph-api';
import { probeInstagram } from '@laurel/api/adapters/instagram/probe';
import { createTwilioLookup } from '@laurel/api/adapters/number-lookup/twilio';
import { probeTwilio, probeWebhook, readTwilioBalance } from '@laurel/api/adapters/sms/probe';
import { createSevenSender, readSevenBalance } from '@laurel/api/adapters/sms/seven';
import { createTurboSmsSender, readTurboSmsBalance } from '@laurel/api/adapters/sms/turbosms';
import { createTwilioSender } from '@laurel/api/adapters/sms/twilio';
import { createWebhookSender } from '@laurel/api/adapters/sms/webhook';
import { createWhatsAppSender } from '@laurel/api/adapters/sms/whatsapp';
import { createApi, createBot } from '@laurel/api/adapters/telegram/client';
import { probeTelegram } from '@laurel/api/adapters/telegram/probe';
import { createTelegramGateway } from '@laurel/api/adapters/telegram-gateway/sender';
import { createWitnessClient } from '@laurel/api/adapters/witness/client';
import { createS3Store } from '@laurel/backup/store-s3';

/** The token of every client, which must not reach another server. */
const TOKEN = 'a-token-for-tests';
const NEVER = new AbortController().signal;
/** Telegram's limit of a call, which no answer of this machine reaches. */
const CALL_MS = 300_000;
const sms = { id: '5d0c7d2e', to: '+380671234567', text: '482913 is your code.' };

/** One call of each client to a provider at `root`. */
export const CLIENTS: Record<string, (root: string) => Promise<unknown>> = {
  'Twilio: send': (root) =>
    createTwilioSender({ accountSid: 'AC1', authToken: TOKEN, from: '+15005550006', apiRoot: root }).send(sms),
  'Twilio: look-up': (root) =>
    createTwilioSender({ accountSid: 'AC1', authToken: TOKEN, from: '+15005550006', apiRoot: root }).send({
      ...sms,
      afterUncertainTry: true,
    }),
  'Twilio: the kind of a number': (root) =>
    createTwilioLookup({ accountSid: 'AC1', authToken: TOKEN, apiRoot: root })(sms.to),
  'the SMS webhook': (root) => createWebhookSender({ url: root, secret: TOKEN }).send(sms),
  TurboSMS: (root) => createTurboSmsSender({ token: TOKEN, sender: 'Meridian', kind: 'sms', apiRoot: root }).send(sms),
  'seven: a text': (root) => createSevenSender({ apiKey: TOKEN, kind: 'sms', apiRoot: root }).send(sms),
  'seven: a call': (root) => createSevenSender({ apiKey: TOKEN, kind: 'voice', apiRoot: root }).send(sms),
  WhatsApp: (root) =>
    createWhatsAppSender({ token: TOKEN, numberId: '1', template: 'code', apiRoot: root }).send({
      ...sms,
      code: '482913',
    }),
  'the Telegram Gateway': (root) =>
    createTelegramGateway({ token: TOKEN, apiRoot: root }).send({ ...sms, code: '482913' }),
  'Instagram: profile': (root) => createGraphApi({ apiRoot: root, accessToken: TOKEN }).profile('1', NEVER),
  'Instagram: reply': (root) => createGraphApi({ apiRoot: root, accessToken: TOKEN }).reply('1', 'Thank you', NEVER),
  'Telegram: the bot': (root) => createBot({ token: `1:${TOKEN}`, apiRoot: root, callMs: CALL_MS }).api.getMe(),
  'Telegram: polling': (root) => createApi({ token: `1:${TOKEN}`, apiRoot: root, callMs: CALL_MS }).getUpdates(),
  'a check of Twilio': (root) => probeTwilio({ accountSid: 'AC1', authToken: TOKEN, apiRoot: root }),
  'the balance at Twilio': (root) => readTwilioBalance({ accountSid: 'AC1', authToken: TOKEN, apiRoot: root }),
  'the balance at TurboSMS': (root) => readTurboSmsBalance(TOKEN, root),
  'the balance at seven': (root) => readSevenBalance(TOKEN, root),
  'a check of Telegram': (root) => probeTelegram({ token: `1:${TOKEN}`, channel: '@laurel', apiRoot: root }),
  'a check of Instagram': (root) => probeInstagram({ accessToken: TOKEN, apiRoot: root }),
  'a check of the SMS webhook': (root) => probeWebhook({ url: root, secret: TOKEN }),
  'a witness: add-checkpoint': (root) => createWitnessClient().addCheckpoint(root, 'old 0\n\n'),
  'a witness: checkpoint': (root) => createWitnessClient().newestCheckpoint(root, '00'),
  'S3: put': (root) => storeAt(root).put('base/1', Readable.from([Buffer.from('sealed')])),
  'S3: get': (root) => storeAt(root).get('base/1'),
  'S3: list': (root) => storeAt(root).list('base/'),
};

const storeAt = (endpoint: string) =>
  createS3Store({
    kind: 's3',
    bucket: 'backups',
    prefix: '',
    endpoint,
    region: 'eu-test-1',
    pathStyle: true,
    accessKey: 'AKIATEST',
    secretKey: TOKEN,
  });
