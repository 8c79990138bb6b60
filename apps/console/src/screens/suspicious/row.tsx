import type { ClusterSummary } from '@laurel/contracts/console/calls/clusters';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../i18n/numbers.ts';
import { useClusterWords } from '../../lib/use-cluster-words.ts';
import { Chip } from '../../ui/chip.tsx';
import { Sure } from './sure.tsx';
import styles from './suspicious.module.css';

/** A cluster in the list: how many people, what it does to the result, for whom, when, and how sure it is. */
export const Row = ({ cluster }: { cluster: ClusterSummary }) => {
  const { t } = useTranslation('suspicious');
  const { count } = useNumbers();
  const words = useClusterWords();
  const { id, people, state, certainty, effect, against, choices } = cluster;
  const [strongest] = cluster.reasons;
  const honest = cluster.looksHonest ? against[0] : undefined;
  const said = honest ? words.against(honest) : strongest && words.reason(strongest);
  const title = honest ? t(`honest.${honest.signal}`) : (choices === null && said) || words.effect(cluster);
  return (
    <li className={styles.row}>
      <span className={styles.size}>
        {count(people)} <small>{t('people', { count: people })}</small>
      </span>
      <div>
        <Link to="/suspicious/$id" params={{ id: String(id) }}>
          {title}
        </Link>
        <p className={styles.small}>{words.facts(cluster)}</p>
        {said && said !== title && <p className={styles.small}>{said}</p>}
        <p className={styles.chips}>
          {effect === 'winner' && !honest && <Chip tone="bad">{t('changesWinner')}</Chip>}
          {!honest && <Sure certainty={certainty} />}
          {state !== 'open' && <Chip>{t(`state.${state}`)}</Chip>}
        </p>
      </div>
    </li>
  );
};
