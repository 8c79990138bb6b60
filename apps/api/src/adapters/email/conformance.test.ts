import { LOCAL_CERTIFICATE } from '@laurel/support/certificate';
import { type MailServer, type ReceivedMail, startMailServer } from '@laurel/support/mail-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createInbox } from '../inbox.ts';
import { createInboxEmail } from './inbox.ts';
import type { EmailSender, Mail } from './port.ts';
import { createSmtpSender } from './smtp.ts';

type Accepted = {
  recipients: string[];
  subject: string | undefined;
  text: string;
  html: string | undefined;
  /** Undefined in the inbox, whose HTML contains them. */
  pictures?: ReceivedMail['pictures'];
};
type Rig = { sender: EmailSender; accepted(): Accepted[]; close(): Promise<void> };

const FROM = 'Laurel <awards@awards.example>';

const mail = (changes: Partial<Mail> = {}): Mail => ({
  to: 'ada@example.org',
  subject: 'Your code',
  text: 'Enter 482913 on the site.',
  html: '<p>Enter <b>482913</b> on the site.</p>',
  messageId: 'a3f1',
  ...changes,
});

const throughServer = (server: MailServer): Pick<Rig, 'accepted' | 'close'> => ({
  accepted: () =>
    server.received.map(({ recipients, headers, text, html, pictures }) => ({
      recipients,
      subject: headers.get('subject')?.[0],
      text,
      html,
      ...(pictures.size > 0 ? { pictures } : {}),
    })),
  close: server.close,
});

const inboxRig = async (): Promise<Rig> => {
  const inbox = createInbox(() => new Date());
  return {
    sender: createInboxEmail(inbox),
    accepted: () =>
      inbox
        .list()
        .toReversed()
        .map(({ id, to, subject, text }) => ({ recipients: [to], subject, text, html: inbox.html(id) })),
    close: async () => {},
  };
};

const RIGS: Record<string, () => Promise<Rig>> = {
  'SMTP with STARTTLS': async () => {
    const server = await startMailServer();
    return {
      sender: createSmtpSender({ url: `smtp://127.0.0.1:${server.port}`, from: FROM }),
      ...throughServer(server),
    };
  },
  'SMTP over TLS, logged in': async () => {
    const server = await startMailServer({
      secure: true,
      authOptional: false,
      onAuth: ({ username, password }, _session, done) =>
        username === 'laurel' && password === 's:e/c@ret' ? done(null, { user: username }) : done(new Error('no')),
    });
    const url = `smtps://laurel:${encodeURIComponent('s:e/c@ret')}@127.0.0.1:${server.port}`;
    return { sender: createSmtpSender({ url, from: FROM, ca: LOCAL_CERTIFICATE }), ...throughServer(server) };
  },
  'the development inbox': inboxRig,
  'the development inbox behind SMTP': async () => {
    const server = await startMailServer();
    const smtp = createSmtpSender({ url: `smtp://127.0.0.1:${server.port}`, from: FROM });
    return {
      sender: createInboxEmail(
        createInbox(() => new Date()),
        smtp,
      ),
      ...throughServer(server),
    };
  },
};

describe.each(Object.entries(RIGS))('a mail sender: %s', (_name, open) => {
  let rig: Rig;
  beforeEach(async () => {
    rig = await open();
  });
  afterEach(() => rig.close());

  it('sends one mail with text and HTML', async () => {
    await rig.sender.send(mail());
    expect(rig.accepted()).toEqual([
      {
        recipients: ['ada@example.org'],
        subject: 'Your code',
        text: 'Enter 482913 on the site.',
        html: '<p>Enter <b>482913</b> on the site.</p>',
      },
    ]);
  });

  it('sends a picture within the mail', async () => {
    const content = Buffer.from('89504e470d0a1a0a', 'hex');
    const html = '<p><img src="cid:mark@laurel" alt=""></p>';
    await rig.sender.send(
      mail({ html, pictures: [{ cid: 'mark@laurel', name: 'mark.png', type: 'image/png', content }] }),
    );
    const [accepted] = rig.accepted();
    expect(accepted?.text).toBe('Enter 482913 on the site.');
    if (accepted?.pictures === undefined) {
      expect(accepted?.html).toBe(`<p><img src="data:image/png;base64,${content.toString('base64')}" alt=""></p>`);
    } else {
      expect(accepted.html).toBe(html);
      expect([...accepted.pictures]).toEqual([['mark@laurel', { type: 'image/png', disposition: 'inline', content }]]);
    }
  });

  it('preserves Unicode in subject and body', async () => {
    const subject =
      'Meridian Awards: ваш код підтвердження — їжак, 票, 🏆, and a tail long enough to be folded twice over';
    const text = 'Вітаємо, Їжаче.\n\n.a line that begins with a dot\nFrom here on\n=3D = not a code\n🏆';
    const html = '<p lang="uk">Вітаємо, Їжаче — 票 🏆</p>';
    await rig.sender.send(mail({ subject, text, html }));
    expect(rig.accepted()).toMatchObject([{ subject, text, html }]);
  });

  it('lets no subject add a header or a recipient', async () => {
    await rig.sender.send(mail({ subject: 'Hello\r\nBcc: evil@example.org\r\n\r\nbody' }));
    expect(rig.accepted()).toHaveLength(1);
    expect(rig.accepted()[0]).toMatchObject({ recipients: ['ada@example.org'], text: 'Enter 482913 on the site.' });
  });

  it('delivers each of many mails once', async () => {
    const addresses = Array.from({ length: 20 }, (_, n) => `voter-${n}@example.org`);
    await Promise.all(addresses.map((to, n) => rig.sender.send(mail({ to, messageId: `m-${n}` }))));
    expect(
      rig
        .accepted()
        .flatMap(({ recipients }) => recipients)
        .toSorted(),
    ).toEqual(addresses.toSorted());
  });
});
