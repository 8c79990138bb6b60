import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayDo } from '../../session/me.ts';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Empty, Waiting } from '../../ui/states.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { useKeys, useLetters } from '../../ui/use-keys.ts';
import { DecisionBar } from './decision-bar.tsx';
import { Queue } from './queue.tsx';
import { Reasons, useReasons } from './reasons.tsx';
import { RecentDecisions } from './recent-decisions.tsx';
import { ReviewCard } from './review-card.tsx';
import styles from './reviews.module.css';
import type { Recent, Verdict } from './types.ts';
import { useDecisions } from './use-decisions.ts';
import { useQueue } from './use-queue.ts';

/** The queue of Instagram names. The person decides one at a time, by a key or a button. */
export const Screen = () => {
  const { t } = useTranslation('reviews');
  const mayDecide = useMayDo('reviews.decide');
  const queue = useQueue();
  const { query, reviews, waiting } = queue;
  const reasons = useReasons();
  const { recent, decide, undo } = useDecisions(queue, reasons.texts);
  const [chosen, setChosen] = useState<string>();
  const current = reviews.find(({ id }) => id === chosen) ?? reviews.at(0);
  const desk = useRef<HTMLElement>(null);
  const keptFocus = useKeptFocus(desk);

  const goTo = (id: string | undefined): void => setChosen(id);
  const step = (by: 1 | -1): void => {
    const at = reviews.findIndex(({ id }) => id === current?.id);
    goTo(reviews.at(Math.min(reviews.length - 1, Math.max(0, at + by)))?.id);
  };
  const decideCurrent = (verdict: Verdict): void => {
    if (!mayDecide || current === undefined) return;
    const at = reviews.findIndex(({ id }) => id === current.id);
    // The next name becomes the current one; after the last name, the one before it.
    goTo((reviews.at(at + 1) ?? reviews.at(at - 1))?.id);
    decide(current, verdict);
  };
  const takeBack = async (decision: Recent | undefined): Promise<void> => {
    if (decision !== undefined && (await undo(decision))) goTo(decision.review.id);
  };
  const [letters, chooseLetters] = useLetters();
  const onKeyDown = useKeys({
    letters,
    step,
    acts: {
      A: () => decideCurrent('approve'),
      R: () => decideCurrent('reject'),
      U: () => void takeBack(recent.at(-1)),
    },
  });

  // Moves the focus to where the keys work, so that the person can decide at once.
  const loaded = query.data !== undefined;
  useEffect(() => {
    if (loaded && document.activeElement?.tagName !== 'INPUT') desk.current?.focus({ preventScroll: true });
  }, [loaded]);

  return (
    <>
      <ScreenHead title={t('title')} lead={t('lead')}>
        {loaded && <p className={styles.waiting}>{t('waiting', { count: waiting })}</p>}
      </ScreenHead>
      <Waiting query={query} />
      {loaded && (
        <section
          ref={desk}
          className={cx(styles.desk, current === undefined && styles.nobody)}
          aria-label={t('desk')}
          aria-describedby="review-keys"
          tabIndex={-1}
          onKeyDown={onKeyDown}
          {...keptFocus}
        >
          {current === undefined ? (
            <Card>
              <Empty title={t('empty.title')}>{t('empty.text')}</Empty>
            </Card>
          ) : (
            <>
              <Queue reviews={reviews} current={current.id} onChoose={goTo} />
              <ReviewCard key={current.id} review={current} />
            </>
          )}
          <div className={styles.foot}>
            {mayDecide && current && (
              <DecisionBar review={current} letters={letters} onLetters={chooseLetters} onDecide={decideCurrent} />
            )}
            <RecentDecisions recent={recent} letters={letters} onUndo={(decision) => void takeBack(decision)} />
          </div>
        </section>
      )}
      {loaded && mayDecide && <Reasons {...reasons} />}
    </>
  );
};
