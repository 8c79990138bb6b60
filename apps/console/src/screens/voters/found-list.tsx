import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Masked } from '../../ui/masked.tsx';
import { Time } from '../../ui/time.tsx';
import type { Found } from './types.ts';
import styles from './voters.module.css';

/** What is unusual about an account, such as that it is suspended or locked out. */
const Chips = ({ voter }: { voter: Found }) => {
  const { t } = useTranslation('voters');
  if (voter.erasedAt !== null) return <Chip>{t('state.erased')}</Chip>;
  return (
    <>
      {voter.suspendedAt !== null && <Chip tone="bad">{t('state.suspended')}</Chip>}
      {voter.locked && <Chip tone="bad">{t('state.locked')}</Chip>}
      {!voter.emailProven && <Chip tone="warn">{t('state.emailUnproven')}</Chip>}
      {voter.emailProven && !voter.twoFactorReady && <Chip tone="warn">{t('state.noTwoFactor')}</Chip>}
    </>
  );
};

/** The accounts that a search found. Each row leads to the screen of the voter. */
export const FoundList = ({ voters, more }: { voters: readonly Found[]; more: boolean }) => {
  const { t } = useTranslation('voters');
  return (
    <Card title={t('found', { count: voters.length })}>
      <ul className={styles.found}>
        {voters.map((voter) => (
          <li key={voter.id}>
            <Link to="/voters/$id" params={{ id: voter.id }} className={styles.row}>
              <span className={styles.who}>
                {voter.email === null ? t('erasedAccount') : <Masked text={voter.email} />}
              </span>
              <span className={styles.detail}>
                {voter.name !== null && <span translate="no">{voter.name}</span>}
                {voter.phone !== null && <Masked text={voter.phone} />}
                <span>
                  {t('since')} <Time at={voter.createdAt} show="date" />
                </span>
              </span>
              <span className={styles.chips}>
                <Chips voter={voter} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {more && <p className={styles.more}>{t('more')}</p>}
    </Card>
  );
};
