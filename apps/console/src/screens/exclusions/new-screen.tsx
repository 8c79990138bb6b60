import { rehearseExclusion } from '@laurel/contracts/console/calls/exclusions';
import type { NamedSelection } from '@laurel/contracts/console/selection';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type CallAnswer, call } from '../../lib/call.ts';
import { asFailure, fieldsOf } from '../../lib/failure.ts';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { ConcernedTable } from './concerned-table.tsx';
import { type Criteria, criteriaResolver, issuesOf, NO_CRITERIA, problemsIn } from './criteria.ts';
import { CriteriaForm } from './criteria-form.tsx';
import styles from './exclusions.module.css';
import { Preview } from './preview.tsx';
import { ProposalForm } from './proposal-form.tsx';

type Rehearsal = { selection: NamedSelection; data: CallAnswer<typeof rehearseExclusion>['data'] };

/** A new exclusion: criteria, then what they would change, and only then a proposal. */
export const Screen = () => {
  const { t } = useTranslation('exclusions');
  const [failure, setFailure] = useState<unknown>();
  const [rehearsal, setRehearsal] = useState<Rehearsal>();
  const [stale, setStale] = useState(false);
  const shown = useRef<HTMLDivElement>(null);
  const form = useForm<Criteria, unknown, NamedSelection>({ resolver: criteriaResolver, defaultValues: NO_CRITERIA });
  const { subscribe, setError } = form;
  // A preview of other criteria must not be proposed.
  useEffect(() => subscribe({ formState: { values: true }, callback: () => setStale(true) }), [subscribe]);
  useEffect(() => {
    if (rehearsal) shown.current?.focus();
  }, [rehearsal]);
  const preview = async (selection: NamedSelection): Promise<void> => {
    setFailure(undefined);
    setRehearsal(undefined);
    try {
      const { data } = await call(rehearseExclusion, { body: { selection } });
      setRehearsal({ selection, data });
      setStale(false);
    } catch (error) {
      const problems = Object.entries(problemsIn(issuesOf(fieldsOf(asFailure(error)))));
      for (const [name, problem] of problems) setError(name === 'root' ? 'root' : (name as keyof Criteria), problem);
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
        <CriteriaForm form={form} onPreview={preview} failure={failure} />
        {rehearsal && (
          <div ref={shown} tabIndex={-1} className={styles.cards}>
            <Card title={t('preview.ofApply')}>
              <Preview preview={rehearsal.data} />
            </Card>
            <Card title={t('preview.sample', { count: rehearsal.data.sample.length })}>
              <ConcernedTable accounts={rehearsal.data.sample} />
            </Card>
            {stale ? (
              <Note tone="warn">{t('new.stale')}</Note>
            ) : (
              <ProposalForm selection={rehearsal.selection} preview={rehearsal.data} />
            )}
          </div>
        )}
      </div>
    </>
  );
};
