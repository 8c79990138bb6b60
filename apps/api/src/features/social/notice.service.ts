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
  /** Whether the person may vote now, or has to prove a phone first. */
  phoneVerified: boolean;
  /** Delays the mail. */
  hold?: Hold | undefined;
};

/** Tells a person by mail what was decided about their Instagram name. */
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
