import { useTranslation } from 'react-i18next';
import { changesWinner, useClusterWords } from '../../lib/use-cluster-words.ts';
import { Card } from '../../ui/card.tsx';
import styles from './suspicious.module.css';
import type { Cluster } from './types.ts';

/** The place of each nominee they chose, and who leads, now and without these votes. Red only where the winner changes. */
export const EffectCard = ({ cluster: { choices } }: { cluster: Cluster }) => {
  const { t } = useTranslation('suspicious');
  const words = useClusterWords();
  const leaders = (choice: NonNullable<Cluster['choices']>[number]) => ({
    now: words.leaders(choice, choice.winners.now),
    without: words.leaders(choice, choice.winners.without),
  });
  return (
    <Card title={t('change.title')}>
      {choices === null && <p>{t('change.hidden')}</p>}
      {choices?.map((choice) => (
        <div key={`${choice.nomination}/${choice.niche}/${choice.company}`} className={styles.change}>
          <h3>{words.category(choice)}</h3>
          <p>
            {t(choice.place.now === choice.place.without ? 'change.stays' : 'change.place', {
              nominee: words.nominee(choice),
              ...choice.place,
            })}
          </p>
          {changesWinner(choice) && <p className={styles.bad}>{t('change.leads', leaders(choice))}</p>}
        </div>
      ))}
    </Card>
  );
};
