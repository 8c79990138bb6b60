import { MOVE_RULES, PHASE_TIMES } from '@laurel/contracts/console/calls/phases';
import { isOver, type Phase } from '@laurel/contracts/phase';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useNumbers } from '../../i18n/numbers.ts';
import { asFailure, isFailure } from '../../lib/failure.ts';
import { Note } from '../../ui/note.tsx';
import { Sums } from '../../ui/stat-number.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { AnnouncedFacts } from './announced-facts.tsx';
import styles from './phases.module.css';
import type { Preview } from './types.ts';
import type { usePreview } from './use-preview.ts';

const metadata = z.object({ rule: z.enum(MOVE_RULES) });

/** Why a move is not possible. */
const MoveFailure = ({ error }: { error: unknown }) => {
  const { t } = useTranslation('phases');
  const parsed = metadata.safeParse(asFailure(error).details.metadata);
  if (!isFailure(error, 'console.times_refused') || !parsed.success) return <Failure error={error} />;
  return (
    <div role="alert">
      <Note tone="bad">{t(`refused.${parsed.data.rule}`)}</Note>
    </div>
  );
};

type Effect = Phase | 'hidden' | 'reopens' | 'reopensLater';

/** The immediate effects of a move on voters; none if the phase stays. */
const effectsOf = ({ phaseBefore, phaseAfter, reopens }: Preview): Effect[] => {
  if (phaseBefore === phaseAfter) return [];
  if (!isOver(phaseBefore) || phaseAfter === 'announced') return [phaseAfter];
  const effects: Effect[] = phaseBefore === 'announced' ? ['hidden'] : [];
  if (reopens) effects.push(phaseAfter === 'open' ? 'reopens' : 'reopensLater');
  return effects;
};

/** How many votes and people a move concerns. */
const Concerned = ({ numbers: { votesLastHour, unfinished } }: Pick<Preview, 'numbers'>) => {
  const { t } = useTranslation('phases');
  const numbers = useNumbers();
  return (
    <Sums
      items={[
        { value: numbers.count(votesLastHour), label: t('votesLastHour', { count: votesLastHour }) },
        { value: numbers.count(unfinished), label: t('unfinished', { count: unfinished }) },
      ]}
    />
  );
};

/** What a move changes: the times, the phase, and the votes and people that it concerns, or the winners that it announces. */
export const MovePlan = ({ plan }: { plan: Preview }) => {
  const { t } = useTranslation('phases');
  const { before, after } = plan;
  const changes = PHASE_TIMES.filter((name) => (before[name] ?? null) !== (after[name] ?? null));
  const at = (time?: string | null) => (time ? <Time at={time} show="full" /> : t('none'));
  return (
    <div className={styles.plan}>
      <dl className={styles.changes}>
        {changes.map((name) => (
          <div key={name}>
            <dt>{t(`times.${name}`)}</dt>
            <dd>
              <s>{at(before[name])}</s> <span aria-hidden="true">→</span> <b>{at(after[name])}</b>
            </dd>
          </div>
        ))}
      </dl>
      {effectsOf(plan).map((effect) => (
        <Note key={effect} tone="warn">
          {t(`effect.${effect}`)}
        </Note>
      ))}
      {plan.phaseAfter === 'announced' && plan.phaseBefore !== 'announced' ? (
        <AnnouncedFacts />
      ) : (
        <Concerned numbers={plan.numbers} />
      )}
      {plan.needsSecondPerson && <Note>{t('needsSecondPerson')}</Note>}
    </div>
  );
};

/** The preview of the move in a dialog. */
export const MovePreview = ({ preview }: { preview: ReturnType<typeof usePreview> }) => {
  const { t } = useTranslation('phases');
  if (preview.error) return <MoveFailure error={preview.error} />;
  if (preview.data) {
    return (
      <section aria-label={t('preview')} aria-live="polite">
        <MovePlan plan={preview.data} />
      </section>
    );
  }
  return preview.isFetching ? <Loading lines={2} /> : <p className={styles.muted}>{t('nothingChanged')}</p>;
};
