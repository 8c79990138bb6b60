import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Time } from '../../ui/time.tsx';
import type { Voter } from './types.ts';
import styles from './voters.module.css';

const Proven = ({ at }: { at: string | null }) => {
  const { t } = useTranslation('voters');
  if (at === null) return <Chip tone="warn">{t('proof.missing')}</Chip>;
  return (
    <>
      <Chip tone="ok">{t('proof.proven')}</Chip> <Time at={at} />
    </>
  );
};

/** What the person has proven, which decides whether they may vote. */
export const ProofsCard = ({ voter }: { voter: Voter }) => {
  const { t } = useTranslation('voters');
  const { twoFactor } = voter;
  const proofOf = (what: Voter['proofs'][number]['what']): ReactNode => {
    const proofs = voter.proofs.filter((proof) => proof.what === what);
    const valid = proofs.find(({ withdrawnAt }) => withdrawnAt === null);
    const [withdrawn] = proofs;
    if (valid || !withdrawn) return <Proven at={valid?.provenAt ?? null} />;
    return (
      <>
        <Chip tone="bad">{t('proof.withdrawn')}</Chip> <Time at={withdrawn.withdrawnAt ?? withdrawn.provenAt} />
      </>
    );
  };
  const authenticator =
    twoFactor.readyAt === null && twoFactor.pending ? (
      <Chip tone="warn">{t('proof.pending')}</Chip>
    ) : (
      <>
        <Proven at={twoFactor.readyAt} />
        {twoFactor.readyAt !== null && (
          <span className={styles.under}>{t('backupCodes', { count: twoFactor.backupCodesLeft })}</span>
        )}
      </>
    );
  return (
    <Card title={t('proofs')}>
      <Facts
        items={[
          { name: t('proof.email'), value: <Proven at={voter.emailProvenAt} /> },
          { name: t('proof.twoFactor'), value: authenticator },
          { name: t('proof.phone'), value: proofOf('PHONE') },
          { name: 'Telegram', value: proofOf('TELEGRAM_SUBSCRIPTION') },
          { name: 'Instagram', value: proofOf('INSTAGRAM_SUBSCRIPTION') },
        ]}
      />
    </Card>
  );
};
