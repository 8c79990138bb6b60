import type { PhoneChannel } from '@laurel/contracts/verification';
import type { Inbox } from '../inbox.ts';
import type { SmsSender } from './port.ts';

/**
 * Adds text messages of one channel to the development inbox.
 * @param through a gateway that each message is sent to first; rejected messages are not added
 */
export const createInboxSms = (inbox: Inbox, through?: SmsSender, channel: PhoneChannel = 'sms'): SmsSender => ({
  send: async (sms, signal) => {
    const cost = await through?.send(sms, signal);
    inbox.add({ channel, to: sms.to, text: sms.text });
    return cost;
  },
});
