import { rehearseExclusion } from '@laurel/contracts/console/calls/exclusions';
import type { NamedSelection } from '@laurel/contracts/console/selection';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../i18n/numbers.ts';
import { call } from '../../lib/call.ts';
import { asFailure, fieldsOf } from '../../lib/failure.ts';
import { type Criteria, exclusionDraft, NO_CRITERIA, NO_REASONS } from '../../session/exclusion-draft.ts';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Loading } from '../../ui/states.tsx';
import { criteriaResolver, isCriterion, issuesOf, problemsIn } from './criteria.ts';
import { CriteriaForm } from './criteria-form.tsx';
import styles from './exclusions.module.css';
import type { Rehearsal } from './rehearsed.tsx';

// Not part of the first load, because it is needed only after the first preview.
const Rehearsed = lazy(() => import('./rehearsed.tsx').then((loaded) => ({ default: loaded.Rehearsed })));

/** A new exclusion: criteria, then what they would change, and only then a proposal. */
export const Screen = () => {
  const { t } = useTranslation('exclusions');
  const { count } = useNumbers();
  const [failure, setFailure] = useState<unknown>();
  const [rehearsal, setRehearsal] = useState<Rehearsal>();
  const [stale, setStale] = useState(false);
  const kept = exclusionDraft.useKept();
  const people = kept?.people;
  const form = useForm<Criteria, unknown, NamedSelection>({
    resolver: criteriaResolver,
    defaultValues: kept?.criteria ?? NO_CRITERIA,
  });
  const { subscribe, setError, getValues } = form;
  /** The typed reasons. They are kept here, because their form is removed when the criteria change. */
  const reasons = useRef(kept?.reasons ?? NO_REASONS);
  exclusionDraft.useWriting(() => ({ criteria: getValues(), reasons: reasons.current }));
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
  const asked = useRef(people === undefined);
  useEffect(() => {
    // Who was sent here to preview these people has pressed the button already.
    if (!asked.current) void form.handleSubmit(preview)();
    asked.current = true;
  });
  const criteria = <CriteriaForm form={form} onPreview={preview} failure={failure} />;
  return (
    <>
      <p>
        <Link to="/exclusions">{t('all')}</Link>
      </p>
      <ScreenHead title={t('new.title')} lead={t('new.lead')} />
      <div className={styles.cards}>
        {kept && people === undefined && !rehearsal && <Note>{t('new.kept')}</Note>}
        {people !== undefined && <Note>{t('new.selected', { count: people, number: count(people) })}</Note>}
        {people === undefined ? (
          criteria
        ) : (
          <details
            className={styles.more}
            open={failure !== undefined || Object.keys(form.formState.errors).length > 0}
          >
            <summary>{t('criteria.title')}</summary>
            {criteria}
          </details>
        )}
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
