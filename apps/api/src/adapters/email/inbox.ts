import type { Inbox } from '../inbox.ts';
import type { EmailSender } from './port.ts';

/**
 * Adds mails to the development inbox.
 * @param through a provider that each mail is sent to first; rejected mails are not added
 */
export const createInboxEmail = (inbox: Inbox, through?: EmailSender): EmailSender => ({
  send: async (mail, signal) => {
    await through?.send(mail, signal);
    const { to, subject, text, html } = mail;
    inbox.add({ channel: 'email', to, subject, text, html });
  },
});
