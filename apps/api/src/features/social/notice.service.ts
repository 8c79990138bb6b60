import type { Tx } from '@laurel/database/client';
import type { Hold, Outbox } from '../../jobs/port.ts';
import { isTelegramLinked, type Owner } from './store.ts';

export type Notices = {
  outbox: Pick<Outbox, 'mail'>;
  /** Whether Telegram is set up. */
  hasTelegram: boolean;
};

type Notice = {
  to: Pick<Owner, 'accountId' | 'name' | 'email' | 'language'>;
  tag: string;
  approved: boolean;
  /** Whether the phone is verified too, so that an approved person may vote. */
  phoneVerified: boolean;
  /** Holds the mail back while the decision can be undone. */
  hold?: Hold | undefined;
};

/**
 * Mails a person that their Instagram name was approved or rejected. A name whose time has passed counts as rejected.
 */
export const notifyDecision = async (
  tx: Tx,
  { outbox, hasTelegram }: Notices,
  { to, tag, approved, phoneVerified, hold }: Notice,
): Promise<void> => {
  const { accountId, name, email, language } = to;
  const message = approved
    ? ({ kind: 'social_approved', name, tag, phoneVerified } as const)
    : ({
        kind: 'social_rejected',
        name,
        tag,
        offersTelegram: hasTelegram && !(await isTelegramLinked(tx, accountId)),
      } as const);
  await outbox.mail(tx, { ...(hold ? { hold } : {}), to: email, language, accountId, message });
};
