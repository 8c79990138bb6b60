import type { Inbox } from '../inbox.ts';
import type { SmsSender } from './port.ts';

/**
 * Puts text messages into the development inbox.
 * @param through a gateway that each message goes to first; what it refuses is not put into the inbox
 */
export const createInboxSms = (inbox: Inbox, through?: SmsSender): SmsSender => ({
  send: async (sms, signal) => {
    await through?.send(sms, signal);
    inbox.add({ channel: 'sms', to: sms.to, text: sms.text });
  },
});
