import { randomUUID } from 'node:crypto';
import type { Language } from '@laurel/contracts/languages';
import type { Queryable } from '@laurel/database/queryable';
import { AppError } from '../../app-error.ts';
import type { Link } from './service.ts';
import { mailInvitation } from './store.ts';

/** The mail of an invitation: to whom, in which language, and who invites. */
export type InvitationMail = { to: string; language: Language; name: string; by: string };

type Deps = {
  db: Queryable;
  /** The provider of mails, for the history. */
  provider: string;
  /** Seals a mail for the queue, which drops it once the link has expired. */
  seal(mail: InvitationMail & Pick<Link, 'link' | 'expiresAt'> & { id: string }): unknown;
};

/** Creates the function that mails the link of an invitation. The address is kept nowhere else, and only until it is sent. */
export const createInvitationMails =
  ({ db, provider, seal }: Deps) =>
  /** @throws AppError console.not_found if somebody has replaced or revoked the invitation meanwhile */
  async ({ tokenHash, ...link }: Link, mail: InvitationMail, now: Date): Promise<void> => {
    const id = randomUUID();
    const payload = seal({ ...mail, ...link, id });
    if (!(await mailInvitation(db, { tokenHash, id, provider, payload }, now))) throw new AppError('console.not_found');
  };
export type MailInvitation = ReturnType<typeof createInvitationMails>;
