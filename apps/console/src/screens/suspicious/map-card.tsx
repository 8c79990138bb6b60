import { traitText } from '@laurel/contracts/console/cluster-texts';
import { bindShortWords } from '@laurel/contracts/typography';
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { useNumbers } from '../../i18n/numbers.ts';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import styles from './map.module.css';
import { type Cluster, weakOf } from './types.ts';

/** More threads than this can't be told apart. */
const DRAWN = 60;
const WIDTH = 100;
/** The least height of a person and of a reason, px. */
const PERSON = 7;
const REASON = 56;

/** The map of shared evidence: a thread for each person, to each reason that the person shares. */
export const MapCard = ({ cluster }: { cluster: Cluster }) => {
  const { members, reasons } = cluster;
  const weak = weakOf(cluster);
  const { t } = useTranslation('suspicious');
  const language = useLanguage();
  const { count } = useNumbers();
  const id = useId();
  const [at, setAt] = useState<number>();
  const people = members.slice(0, DRAWN);
  const height = Math.max(people.length * PERSON, reasons.length * REASON);
  const middle = (place: number, of: number): number => ((place + 0.5) / of) * height;
  const labels = reasons.map((reason) => bindShortWords(traitText(language, reason)));
  const said = (place: number): string => {
    const { email = '', shares = [] } = people[place] ?? {};
    const shared = shares.map((each) => labels[each]).join('; ');
    return `${email}: ${shared === '' ? t('map.nothing') : shared}`;
  };
  const goTo = (place: number) => setAt(Math.max(0, Math.min(people.length - 1, place)));
  const onKeyDown = (event: KeyboardEvent) => {
    const move = Number(event.key === 'ArrowDown') - Number(event.key === 'ArrowUp');
    if (move === 0) return;
    event.preventDefault();
    goTo((at ?? 0) + move);
  };
  const onPointerMove = ({ clientY, currentTarget }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    goTo(Math.floor(((clientY - box.top) / box.height) * people.length));
  };
  return (
    <Card title={t('map.title')}>
      <p className={styles.hint}>
        {t('map.hint')} {members.length > DRAWN && t('map.some', { drawn: DRAWN, number: count(members.length) })}
      </p>
      <div className={styles.map} style={{ blockSize: height }}>
        <div
          role="listbox"
          aria-label={t('map.title')}
          aria-activedescendant={at === undefined ? undefined : `${id}-${at}`}
          tabIndex={0}
          onFocus={() => at ?? setAt(0)}
          onKeyDown={onKeyDown}
          onPointerMove={onPointerMove}
        >
          <svg viewBox={`0 0 ${WIDTH} ${height}`} preserveAspectRatio="none" role="none">
            {people.map((member, place) => {
              const { voterId, shares } = member;
              const y = middle(place, people.length);
              return (
                <g
                  key={voterId}
                  id={`${id}-${place}`}
                  role="option"
                  aria-selected={place === at}
                  aria-label={said(place)}
                  className={cx(weak.has(member) && styles.weak, place === at && styles.on)}
                >
                  <path d={`M0 ${y}h2`} className={styles.person} vectorEffect="non-scaling-stroke" />
                  {shares.map((reason) => {
                    const end = middle(reason, reasons.length);
                    const d = `M2 ${y}C${WIDTH / 2} ${y} ${WIDTH / 2} ${end} ${WIDTH} ${end}`;
                    return <path key={reason} d={d} vectorEffect="non-scaling-stroke" />;
                  })}
                </g>
              );
            })}
          </svg>
        </div>
        <ol>
          {reasons.map((reason, place) => (
            <li
              key={`${reason.what} ${reason.value}`}
              className={cx(at !== undefined && people[at]?.shares.includes(place) && styles.on)}
            >
              <b>{count(reason.count)}</b>
              <span>{labels[place]}</span>
            </li>
          ))}
        </ol>
      </div>
      <p className={styles.caption} aria-hidden="true" translate="no">
        {at === undefined ? '' : said(at)}
      </p>
    </Card>
  );
};
