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

/** The button that sends the code again; during the cooldown, the time that is left. */
export const ResendLine = ({ request, now, onResend }: Cooldown & { onResend(): Promise<unknown> }) => {
  const { t } = useTranslation('phone');
  const [busy, setBusy] = useState(false);
  if (cooldownLeft(request, now) > 0) return <CooldownLine request={request} now={now} />;
  const resend = async () => {
    setBusy(true);
    await onResend();
    setBusy(false);
  };
  return (
    <div className={styles.resend}>
      <Button tone="ghost" full busy={busy} onClick={() => void resend()}>
        {t('resend')}
      </Button>
    </div>
  );
};
