import type { ReasonFound } from '@laurel/contracts/console/cluster-records';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../i18n/numbers.ts';
import { useClusterWords } from '../../lib/use-cluster-words.ts';
import { Bar } from '../../ui/bar.tsx';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';
import styles from './suspicious.module.css';

/** The largest exponent that is written out: a billion. */
const MOST_DIGITS = 9;

/** The reasons as sentences, each with a bar for these people and a mark for everyone else. */
export const WhyCard = ({ reasons }: { reasons: readonly ReasonFound[] }) => {
  const { t } = useTranslation('suspicious');
  const { count } = useNumbers();
  const words = useClusterWords();
  // The strongest alone: the reasons may depend on each other, so their chances must not be multiplied.
  const exponent = Math.floor(Math.max(0, ...reasons.map((each) => each.exponent)));
  return (
    <Card title={t('why.title')}>
      <p className={styles.small}>{t('why.legend')}</p>
      <ol>
        {reasons.map((reason) => (
          <li key={`${reason.what} ${reason.value}`} className={styles.reason}>
            <p>{words.reason(reason)}</p>
            <span className={styles.bar}>
              <Bar share={reason.count / reason.of} />
              <i style={{ insetInlineStart: `${Math.min(1, reason.base) * 100}%` }} />
            </span>
          </li>
        ))}
      </ol>
      {exponent > 0 && (
        <Note>
          <b>{t('why.together', { number: count(10 ** Math.min(exponent, MOST_DIGITS)) })}</b> {t('why.counted')}
        </Note>
      )}
    </Card>
  );
};
