import type { SecondFactorKind } from '@laurel/contracts/verification';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/language.ts';
import { type ApiFailure, asFailure } from '../../../lib/failure.ts';
import { formatKyivMinute } from '../../../lib/time.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogLead, DialogTitle, DialogWait, Stage } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { type SecondFactor, SecondFactorStage } from '../../../ui/second-factor.tsx';
import { useBackStep } from '../../../ui/use-back-step.ts';
import { passkeysQuery, removePasskey } from '../api.ts';
import styles from './passkeys-modal.module.css';

type Props = {
  token: string | undefined;
  /** The second factors that the account has. */
  factors: readonly SecondFactorKind[];
  /** Called when a passkey is removed, and all sessions have ended. */
  onRemoved(): void;
};

/** Lists the passkeys of the account; one is removed after a second factor, unless it is the last. */
export const PasskeysModal = ({ token, factors, onRemoved }: Props) => {
  const { t } = useTranslation(['twoFactor', 'errors']);
  const language = useLanguage();
  const { data: passkeys, isPending } = useQuery(passkeysQuery(token));
  const [removing, setRemoving] = useState<string>();
  useBackStep(removing === undefined ? undefined : () => setRemoving(undefined));

  const remove =
    (id: string) =>
    async (proof: SecondFactor): Promise<ApiFailure | undefined> => {
      try {
        await removePasskey(id, proof);
        onRemoved();
        return undefined;
      } catch (error) {
        return asFailure(error);
      }
    };

  if (isPending) return <DialogWait />;
  if (removing !== undefined) {
    return (
      <SecondFactorStage
        title={t('removeTitle')}
        lead={t('addLead')}
        submitLabel={t('remove')}
        doing="twoFactor"
        factors={factors}
        onSubmit={remove(removing)}
      />
    );
  }
  const isLast = passkeys?.length === 1 && !factors.includes('totp');
  const timeOf = (time: string) => ({ time: formatKyivMinute(new Date(time), language) });
  return (
    <Stage name="passkeys">
      <DialogTitle>{t('passkeysTitle')}</DialogTitle>
      {passkeys ? (
        <DialogLead>{t(isLast ? 'lastPasskey' : 'passkeysLead')}</DialogLead>
      ) : (
        <Notice tone="bad">{t('errors:connection.lost')}</Notice>
      )}
      <ul className={styles.passkeys}>
        {passkeys?.map(({ id, madeAt, usedAt }) => (
          <li key={id}>
            <span id={id}>
              {t('passkeyMade', timeOf(madeAt))}
              <small>{usedAt === null ? t('passkeyUnused') : t('passkeyUsed', timeOf(usedAt))}</small>
            </span>
            {!isLast && (
              <Button tone="plain" aria-describedby={id} onClick={() => setRemoving(id)}>
                {t('remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Stage>
  );
};
