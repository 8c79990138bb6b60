import { listClusters } from '@laurel/contracts/console/calls/clusters';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../i18n/numbers.ts';
import { queryOf } from '../../lib/query.ts';
import { useClusterWords } from '../../lib/use-cluster-words.ts';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import styles from './tonight.module.css';

/** The votes are searched every minute. */
const REFRESH_MS = 60_000;
/** How many of the reasons it says. */
const SAID = 2;

/** The group of votes that changes most of those that look bought and wait for a decision. */
export const Alarm = () => {
  const { t } = useTranslation('suspicious');
  const numbers = useNumbers();
  const words = useClusterWords();
  const { data } = useQuery({ ...queryOf(listClusters, {}), refetchInterval: REFRESH_MS });
  const worst = data?.clusters.find(({ certainty, state }) => certainty === 'likely' && state === 'open');
  if (!worst) return null;
  const [choice] = worst.choices ?? [];
  const count = choice?.votes ?? worst.votes;
  const votes = { count, number: numbers.count(count) };
  return (
    <Card tone="warn">
      <div className={styles.alarm}>
        <div>
          <h2>{choice ? t('alarm.for', { ...votes, nominee: words.nominee(choice) }) : t('alarm.hidden', votes)}</h2>
          <p>
            {worst.effect === 'winner' && <strong>{words.effect(worst)}. </strong>}
            {worst.reasons.slice(0, SAID).map(words.reason).join(' ')}
          </p>
        </div>
        <LinkButton to="/suspicious/$id" params={{ id: String(worst.id) }} tone="main">
          {t('alarm.see')}
        </LinkButton>
      </div>
    </Card>
  );
};
