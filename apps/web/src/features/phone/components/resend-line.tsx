import type { PhoneChannel } from '@laurel/contracts/verification';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCountdown } from '../../../lib/time.ts';
import { Button } from '../../../ui/button.tsx';
import { cooldownLeft, type PhoneRequest } from '../flow.ts';
import styles from './resend-line.module.css';

type Cooldown = { request: PhoneRequest; now: number };

/** Shows the time until the next code may be requested. */
export const CooldownLine = ({ request, now }: Cooldown) => {
  const { t } = useTranslation('phone');
  return (
    <p className={styles.cooldown}>
      {t('nextAttempt')} <b role="timer">{formatCountdown(cooldownLeft(request, now))}</b>
    </p>
  );
};

type Sending = { label: string; onSend(): Promise<unknown> };

/** A button that sends the code once more. */
const SendButton = ({ label, onSend }: Sending) => {
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    await onSend();
    setBusy(false);
  };
  return (
    <div className={styles.resend}>
      <Button tone="ghost" full busy={busy} onClick={() => void send()}>
        {label}
      </Button>
    </div>
  );
};

/** The button that sends the code by the next channel. */
export const NextChannel = ({ by, onSend }: Pick<Sending, 'onSend'> & { by: PhoneChannel }) => {
  const { t } = useTranslation('phone');
  return <SendButton label={t(`instead.${by}`)} onSend={onSend} />;
};

/** The button that sends the code again; during the cooldown, the time that is left. */
export const ResendLine = ({ request, now, onSend }: Cooldown & Pick<Sending, 'onSend'>) => {
  const { t } = useTranslation('phone');
  if (cooldownLeft(request, now) > 0) return <CooldownLine request={request} now={now} />;
  return <SendButton label={t('resend')} onSend={onSend} />;
};
