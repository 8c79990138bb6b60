import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../i18n/numbers.ts';
import { useClusterWords } from '../../lib/use-cluster-words.ts';
import { Card } from '../../ui/card.tsx';
import styles from './suspicious.module.css';
import { type Cluster, weakOf } from './types.ts';

type Props = { cluster: Cluster; withoutWeak: boolean; onWithoutWeak(withoutWeak: boolean): void };

/** What speaks for these people, and the choice to leave out those who hardly share anything. */
export const ForThemCard = ({ cluster, withoutWeak, onWithoutWeak }: Props) => {
  const { t } = useTranslation('suspicious');
  const words = useClusterWords();
  const numbers = useNumbers();
  const { against, members } = cluster;
  const weak = weakOf(cluster).size;
  return (
    <Card title={t('for.title')}>
      <ul>
        {against.map((each) => (
          <li key={each.signal}>{words.against(each)}</li>
        ))}
        {weak > 0 && <li>{t('for.weak', { count: weak, number: numbers.count(weak) })}</li>}
      </ul>
      {against.length === 0 && <p className={styles.small}>{t('for.nothing')}</p>}
      {weak > 0 && (
        <label className={styles.leave}>
          <input type="checkbox" checked={withoutWeak} onChange={(event) => onWithoutWeak(event.target.checked)} />
          <span>{t('for.leave', { rest: numbers.count(members.length - weak) })}</span>
        </label>
      )}
    </Card>
  );
};
