import type { VerificationStatus } from '@laurel/contracts/verification';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../../i18n/failure-text.ts';
import { type ApiFailure, asFailure } from '../../../lib/failure.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { type Begun, requestTelegramLink } from '../api.ts';
import { isBlocked } from '../flow.ts';
import styles from './panels.module.css';

type Props = {
  /** Whether the award offers no other network. */
  alone: boolean;
  channel: string;
  /** A valid link from an earlier request. */
  link: string | undefined;
  status: VerificationStatus | undefined;
  onBegun(begun: Begun): void;
  onBlocked(failure: ApiFailure): void;
};

/** The steps on Telegram: subscribe, get the link, open the bot. */
export const TelegramPanel = ({ alone, channel, link, status, onBegun, onBlocked }: Props) => {
  const { t } = useTranslation('social');
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();

  const obtain = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      onBegun(await requestTelegramLink());
    } catch (error) {
      const failure = asFailure(error);
      if (isBlocked(failure)) return onBlocked(failure);
      setFailure(failure);
    }
    setBusy(false);
  };

  return (
    <div className={styles.panel}>
      <p>{t('telegramLead')}</p>
      {failure && <Notice tone="bad">{failureText(failure, 'social')}</Notice>}
      {status === 'RETRY' && <Notice tone="bad">{t('retry')}</Notice>}
      {status === 'NOT_VERIFIED' && <Notice tone="bad">{t(alone ? 'notVerifiedAlone' : 'notVerified')}</Notice>}
      <ButtonLink tone="ghost" full href={channel}>
        {t('channel')}
      </ButtonLink>
      {link === undefined ? (
        <Button full busy={busy} data-main onClick={() => void obtain()}>
          {t('getLink')}
        </Button>
      ) : (
        <>
          <ButtonLink full href={link} data-main>
            {t('goToBot')}
          </ButtonLink>
          {status === 'IN_PROGRESS' && <Notice tone="wait">{t('waitingTelegram')}</Notice>}
          <Button tone="plain" full busy={busy} onClick={() => void obtain()}>
            {t('newLink')}
          </Button>
        </>
      )}
    </div>
  );
};
