import type { Inbox } from '../inbox.ts';
import type { EmailSender } from './port.ts';

/**
 * Puts mails into the development inbox.
 * @param through a provider that each mail goes to first; what it refuses is not put into the inbox
 */
export const createInboxEmail = (inbox: Inbox, through?: EmailSender): EmailSender => ({
  send: async (mail, signal) => {
    await through?.send(mail, signal);
    const { to, subject, text, html } = mail;
    inbox.add({ channel: 'email', to, subject, text, html });
  },
});
