import { rehearseExclusion } from '@laurel/contracts/console/calls/exclusions';
import type { NamedSelection } from '@laurel/contracts/console/selection';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { asFailure, fieldsOf } from '../../lib/failure.ts';
import { createDraft } from '../../session/draft.ts';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Loading } from '../../ui/states.tsx';
import { type Criteria, criteriaResolver, isCriterion, issuesOf, NO_CRITERIA, problemsIn } from './criteria.ts';
import { CriteriaForm } from './criteria-form.tsx';
import styles from './exclusions.module.css';
import { NO_REASONS, type Reasons } from './reasons.ts';
import type { Rehearsal } from './rehearsed.tsx';

// Not part of the first load, because it is needed only after the first preview.
const Rehearsed = lazy(() => import('./rehearsed.tsx').then((loaded) => ({ default: loaded.Rehearsed })));

const draft = createDraft<{ criteria: Criteria; reasons: Reasons }>();

/** A new exclusion: criteria, then what they would change, and only then a proposal. */
export const Screen = () => {
  const { t } = useTranslation('exclusions');
  const [failure, setFailure] = useState<unknown>();
  const [rehearsal, setRehearsal] = useState<Rehearsal>();
  const [stale, setStale] = useState(false);
  const kept = draft.useKept();
  const form = useForm<Criteria, unknown, NamedSelection>({
    resolver: criteriaResolver,
    defaultValues: kept?.criteria ?? NO_CRITERIA,
  });
  const { subscribe, setError, getValues } = form;
  /** The typed reasons. They are kept here, because their form is removed when the criteria change. */
  const reasons = useRef(kept?.reasons ?? NO_REASONS);
  draft.useWriting(() => ({ criteria: getValues(), reasons: reasons.current }));
  useEffect(() => subscribe({ formState: { values: true }, callback: () => setStale(true) }), [subscribe]);
  const preview = async (selection: NamedSelection): Promise<void> => {
    setFailure(undefined);
    setRehearsal(undefined);
    // Before the call, because a change of the criteria while it runs makes its answer stale.
    setStale(false);
    try {
      const { data } = await call(rehearseExclusion, { body: { selection } });
      setRehearsal({ selection, data });
    } catch (error) {
      const problems = Object.entries(problemsIn(issuesOf(fieldsOf(asFailure(error)))));
      for (const [name, problem] of problems) setError(isCriterion(name) ? name : 'root', problem);
      if (problems.length === 0) setFailure(error);
    }
  };
  return (
    <>
      <p>
        <Link to="/exclusions">{t('all')}</Link>
      </p>
      <ScreenHead title={t('new.title')} lead={t('new.lead')} />
      <div className={styles.cards}>
        {kept && !rehearsal && <Note>{t('new.kept')}</Note>}
        <CriteriaForm form={form} onPreview={preview} failure={failure} />
        {rehearsal && (
          <Suspense
            fallback={
              <Card>
                <Loading lines={5} />
              </Card>
            }
          >
            <Rehearsed rehearsal={rehearsal} stale={stale} reasons={reasons} />
          </Suspense>
        )}
      </div>
    </>
  );
};
