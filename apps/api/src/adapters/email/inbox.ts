import type { Inbox } from '../inbox.ts';
import type { EmailSender, Mail } from './port.ts';

/** The mail's HTML with its pictures as data URLs, so that a browser can show it. */
const withPictures = ({ html, pictures = [] }: Mail): string =>
  pictures.reduce(
    (shown, { cid, type, content }) =>
      shown.replaceAll(`cid:${cid}`, () => `data:${type};base64,${content.toString('base64')}`),
    html,
  );

/**
 * Adds mails to the development inbox.
 * @param through a provider that each mail is sent to first; rejected mails are not added
 */
export const createInboxEmail = (inbox: Inbox, through?: EmailSender): EmailSender => ({
  send: async (mail, signal) => {
    await through?.send(mail, signal);
    const { to, subject, text } = mail;
    inbox.add({ channel: 'email', to, subject, text, html: withPictures(mail) });
  },
});
