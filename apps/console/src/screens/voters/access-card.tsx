import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Time } from '../../ui/time.tsx';
import type { Voter } from './types.ts';
import styles from './voters.module.css';

/** The person's sessions, and the browsers that are known. */
export const AccessCard = ({ voter }: { voter: Voter }) => {
  const { t } = useTranslation('voters');
  return (
    <Card title={t('access.title')}>
      <h3 className={styles.part}>{t('access.sessions', { count: voter.open.sessions })}</h3>
      <ItemList
        items={voter.sessions.map((session, index) => ({
          id: `${session.startedAt} ${index}`,
          title: session.twoFactor ? t('access.withTwoFactor') : t('access.withoutTwoFactor'),
          detail: (
            <>
              <Time at={session.startedAt} /> – <Time at={session.endsAt} />
            </>
          ),
        }))}
      />
      <h3 className={styles.part}>{t('access.devices', { count: voter.open.devices })}</h3>
      <ItemList
        items={voter.devices.map((device, index) => ({
          id: `${device.knownSince} ${index}`,
          title: t('access.device'),
          detail: (
            <>
              {t('access.knownSince')} <Time at={device.knownSince} />
            </>
          ),
        }))}
      />
    </Card>
  );
};
