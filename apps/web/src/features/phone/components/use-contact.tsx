import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../../i18n/failure-text.ts';
import { whileBusy } from '../../../lib/busy.ts';
import { type ApiFailure, asFailure } from '../../../lib/failure.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { DialogLead } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { SecondFactor } from '../../../ui/second-factor.tsx';
import { requestContactLink } from '../api.ts';
import { afterRequestFailure } from '../flow.ts';
import styles from './use-contact.module.css';

export type Contact = {
  /** Whether the phone is verified, as the bot decides. */
  verified: boolean;
  onBegun(begun: { eventId: string; proofCode: undefined }): void;
};

/** The offer to share the number in the Telegram bot, and whether its link needs a second factor first. */
export const useContact = (contact: Contact | undefined, now: number, onVerified: () => Promise<void>) => {
  const { t } = useTranslation('phone');
  const failureText = useFailureText();
  const [link, setLink] = useState<Awaited<ReturnType<typeof requestContactLink>>>();
  const [asksFactor, setAsksFactor] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const finish = useEffectEvent(onVerified);
  useEffect(() => {
    if (contact?.verified) void finish();
  }, [contact?.verified]);

  const share = async (proof?: SecondFactor): Promise<ApiFailure | undefined> => {
    try {
      const given = await requestContactLink(proof ?? {});
      contact?.onBegun({ eventId: given.code, proofCode: undefined });
      setLink(given);
      setAsksFactor(false);
    } catch (error) {
      const refused = asFailure(error);
      const then = afterRequestFailure(refused, proof !== undefined);
      if (then === 'stay') return refused;
      if (then === 'verified') await onVerified();
      setAsksFactor(then === 'twoFactor');
    }
    return undefined;
  };

  const offer = contact && (
    <div className={styles.offer}>
      {failure && <Notice tone="bad">{failureText(failure, 'social')}</Notice>}
      {link && now < link.expiresAt ? (
        <Notice tone="wait">{t('sharing')}</Notice>
      ) : (
        <DialogLead>{t('shareLead')}</DialogLead>
      )}
      {link && now < link.expiresAt ? (
        <ButtonLink full href={link.link} data-main>
          {t('openBot')}
        </ButtonLink>
      ) : (
        <Button full data-main onClick={() => void whileBusy(async () => setFailure(await share()))}>
          {t('share')}
        </Button>
      )}
    </div>
  );
  return { offer, asksFactor, share };
};
