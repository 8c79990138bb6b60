import type { Tonight } from '@laurel/contracts/console/calls/tonight';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../i18n/numbers.ts';
import { Bar } from '../../ui/bar.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './tonight.module.css';

/** How many people take each step to their first vote, and at which step most of them leave. */
export const FunnelCard = ({ tonight: { span, funnel } }: { tonight: Tonight }) => {
  const { t } = useTranslation('tonight');
  const numbers = useNumbers();
  const most = Math.max(1, ...funnel.steps.map(({ people }) => people));
  return (
    <Card title={t(`funnel.title.${span}`)}>
      <ol className={styles.funnel}>
        {funnel.steps.map(({ step, people }) => {
          const leak = funnel.leak?.step === step ? funnel.leak.lost : undefined;
          return (
            <li key={step} className={styles.step}>
              <span>{t(`funnel.steps.${step}`)}</span>
              <span className={styles.people}>{numbers.count(people)}</span>
              <Bar share={people / most} tone={leak === undefined ? 'accent' : 'warn'} />
              {leak !== undefined && (
                <span className={styles.lost}>{t('funnel.leak', { number: numbers.count(leak) })}</span>
              )}
            </li>
          );
        })}
      </ol>
      {span !== 'all' && <p className={styles.small}>{t('funnel.note')}</p>}
    </Card>
  );
};
