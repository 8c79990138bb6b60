import { durationText } from '@laurel/contracts/console/cluster-texts';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { useNumbers } from '../../i18n/numbers.ts';
import { useClusterWords } from '../../lib/use-cluster-words.ts';
import { Card } from '../../ui/card.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './suspicious.module.css';
import type { Cluster } from './types.ts';

const HEIGHT = 100;
/** The space above the highest bar. */
const TOP = 6;
/** The part of its step that a bar takes. */
const BAR = 0.76;

type Props = { cluster: Cluster; timeline: NonNullable<Cluster['timeline']> };

/** Votes of these people as bars beside those of everyone else in the category as a line, each with a scale of its own. */
export const TimelineCard = ({ cluster: { choices }, timeline }: Props) => {
  const { t } = useTranslation('suspicious');
  const language = useLanguage();
  const { count } = useNumbers();
  const words = useClusterWords();
  const { from, minutes, these, others } = timeline;
  const most = { these: Math.max(1, ...these), others: Math.max(1, ...others) };
  const heightOf = (votes: number, highest: number): number => (votes / highest) * (HEIGHT - TOP);
  const line = others.map((votes, step) => `${step + 0.5},${HEIGHT - heightOf(votes, most.others)}`).join(' ');
  const legend = t('timeline.legend', {
    these: count(most.these),
    others: count(most.others),
    span: durationText(language, minutes * 60),
  });
  return (
    <Card title={t('timeline.title', { category: choices?.[0] ? words.category(choices[0]) : '' })}>
      <svg
        className={styles.timeline}
        viewBox={`0 0 ${these.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={legend}
      >
        {these.map((votes, step) => {
          const height = heightOf(votes, most.these);
          return <rect key={step} x={step + (1 - BAR) / 2} width={BAR} y={HEIGHT - height} height={height} />;
        })}
        <polyline points={line} vectorEffect="non-scaling-stroke" />
      </svg>
      <p className={styles.ends}>
        <Time at={from} />
        <Time at={Date.parse(from) + these.length * minutes * 60_000} />
      </p>
      <p className={styles.small} aria-hidden="true">
        {legend}
      </p>
    </Card>
  );
};
