import { PHASE_TIMES } from '@laurel/contracts/console/calls/phases';
import { useTranslation } from 'react-i18next';
import { Chip } from '../../ui/chip.tsx';
import { cx } from '../../ui/cx.ts';
import { Time } from '../../ui/time.tsx';
import styles from './timeline.module.css';
import type { Phases, PhaseTimeName } from './types.ts';

type Point = { name: PhaseTimeName | 'now'; at: string | null };

/** The times in their order, with the current time among them. A time that is not set keeps its place. */
const pointsOf = ({ times, now }: Phases): Point[] => {
  const points = PHASE_TIMES.flatMap((name): Point[] => {
    const at = times[name];
    return at === undefined ? [] : [{ name, at }];
  });
  const next = points.findIndex(({ at }) => at !== null && Date.parse(at) > Date.parse(now));
  const last = points.findLastIndex(({ at }) => at !== null);
  const place = next === -1 ? last + 1 : next;
  return points.toSpliced(place, 0, { name: 'now', at: now });
};

/** A line with the current time and the times at which nominating and voting open and close and winners are announced. */
export const Timeline = ({ phases }: { phases: Phases }) => {
  const { t } = useTranslation('phases');
  const { moved, inFiles } = phases;
  const points = pointsOf(phases);
  const now = points.findIndex(({ name }) => name === 'now');
  return (
    <ol className={styles.line}>
      {points.map(({ name, at }, place) => (
        <li
          key={name}
          className={cx(styles.point, name === 'now' && styles.now, place < now && styles.past)}
          aria-current={name === 'now' ? 'time' : undefined}
        >
          <span className={styles.name}>{t(`times.${name}`)}</span>
          <span className={styles.at}>{at === null ? t('none') : <Time at={at} show="full" />}</span>
          {name !== 'now' && moved[name] !== undefined && (
            <span className={styles.from}>
              <Chip tone="accent">{t('movedHere')}</Chip>{' '}
              {inFiles[name] ? (
                <>
                  {t('inFiles')} <Time at={inFiles[name]} />
                </>
              ) : (
                t('notInFiles')
              )}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
};
