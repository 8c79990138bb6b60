import { mergeDraft } from '@laurel/contracts/console/calls/years';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { useMayDo } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Failure } from '../../ui/states.tsx';
import { useChange } from '../../ui/use-change.ts';
import { Excerpt } from './changed.tsx';
import styles from './edition.module.css';
import type { Draft } from './types.ts';
import type { ChangeWords } from './use-change-words.ts';

type Conflict = NonNullable<Draft['older']>['conflicts'][number];
type Props = { id: number; conflicts: readonly Conflict[]; live: number; words: ChangeWords };

/** Brings a draft of an older version up to date. Where both the draft and what is live changed a field, the person chooses. */
export const MergeDraft = ({ id, conflicts, live, words }: Props) => {
  const { t } = useTranslation('edition');
  const run = useChange();
  const mayDraft = useMayDo('edition.draft');
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  // A nominee has one name in all of its categories.
  const nameOf = ({ field, before, after }: Conflict): string => `${words.fieldName(field)} ${before} ${after}`;
  const shown = [...new Map(conflicts.map((each) => [nameOf(each), each]))];
  const fieldsOf = (choice: 'draft' | 'live'): string[] =>
    conflicts.filter((each) => chosen.get(nameOf(each)) === choice).map(({ field }) => field);
  const merge = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const body = { draft: fieldsOf('draft'), live: fieldsOf('live'), expected: live };
      await run(() => call(mergeDraft, { params: { id }, body }), t('older.said'));
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  return (
    <div className={styles.stack}>
      {shown.length > 0 && <h3 className={styles.part}>{t('older.conflicts', { count: shown.length })}</h3>}
      {shown.map(([name, conflict]) => {
        const { before, after } = words.values(conflict) ?? {};
        return (
          <div key={name} className={styles.conflict}>
            <h4>{words.fieldName(conflict.field)}</h4>
            {before !== undefined && after !== undefined && (
              <dl className={styles.sides}>
                <div>
                  <dt>{t('older.live')}</dt>
                  <dd>
                    <Excerpt text={before} other={after} />
                  </dd>
                </div>
                <div>
                  <dt>{t('older.draft')}</dt>
                  <dd>
                    <Excerpt text={after} other={before} />
                  </dd>
                </div>
              </dl>
            )}
            <Choice
              quiet
              label={words.fieldName(conflict.field)}
              options={(['live', 'draft'] as const).map((value) => ({ value, label: t(`older.keep.${value}`) }))}
              value={chosen.get(name) ?? ''}
              onChange={(value) => setChosen(new Map([...chosen, [name, value]]))}
            />
          </div>
        );
      })}
      {mayDraft && (
        <div className={styles.buttons}>
          <Button tone="main" busy={busy} disabled={shown.some(([name]) => !chosen.has(name))} onClick={merge}>
            {t('older.merge')}
          </Button>
        </div>
      )}
      {failure !== undefined && <Failure error={failure} />}
    </div>
  );
};
