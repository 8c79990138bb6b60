import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../i18n/i18n.ts';
import { useMayDo } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Note } from '../../ui/note.tsx';
import { Waiting } from '../../ui/states.tsx';
import { DeleteEditionDialog } from './delete-edition-dialog.tsx';
import styles from './edition.module.css';
import { StartDialog } from './start-dialog.tsx';
import { SwitchDialog } from './switch-dialog.tsx';
import { TakeBackDialog } from './take-back-dialog.tsx';
import type { DraftSummary } from './types.ts';
import { useYears } from './use-years.ts';
import { YearAction, YearChip, YearDetail } from './year-item.tsx';

/** The names of fields are not part of the first load. */
const TodoList = lazy(async () => {
  const [loaded] = await Promise.all([import('./todo-list.tsx'), loadTexts('edition-form')]);
  return { default: loaded.TodoList };
});

type Open = { dialog: 'start' } | { dialog: 'switch' | 'takeBack' | 'delete'; year: number };

/** The editions of all years. Next year's is begun here, and made the live one. */
export const EditionsCard = ({ drafts }: { drafts: readonly DraftSummary[] }) => {
  const { t } = useTranslation('edition');
  const mayDraft = useMayDo('edition.draft');
  const [open, setOpen] = useState<Open>();
  const [asked, setAsked] = useState<number>();
  const { query, served: live, planned } = useYears(asked);
  const years = query.data;
  const close = () => setOpen(undefined);
  const isRunning = planned?.state === 'running';
  return (
    <Card title={t('years.title')}>
      {/* The server starts its site again during a switch, so a failure is expected then. */}
      {!isRunning && <Waiting query={query} lines={2} inCard />}
      {years && (
        <>
          <ItemList
            items={years.editions.map((edition) => ({
              id: String(edition.year),
              title: String(edition.year),
              chips: <YearChip state={edition.state} />,
              detail: <YearDetail edition={edition} />,
              action: (
                <YearAction
                  edition={edition}
                  onSwitch={() => setOpen({ dialog: 'switch', year: edition.year })}
                  onTakeBack={() => setOpen({ dialog: 'takeBack', year: edition.year })}
                  onDelete={() => setOpen({ dialog: 'delete', year: edition.year })}
                />
              ),
            }))}
          />
          <div role="status" className={styles.news}>
            {isRunning && <Note>{t('years.running', { year: planned.year })}</Note>}
            {planned?.state === 'waits' && years.refused && (
              <Note tone="warn">{t(`years.waits.${years.refused}`, { year: planned.year, live })}</Note>
            )}
          </div>
          <Suspense fallback={null}>
            {years.editions.map(({ year, state }) => {
              const draft = drafts.find((each) => each.year === year && each.editable);
              const earlier = years.editions.map((each) => each.year).filter((each) => each < year);
              return state === 'draft' && draft && <TodoList key={year} {...{ draft, year, earlier }} />;
            })}
          </Suspense>
          {mayDraft && (
            <Button className={styles.more} onClick={() => setOpen({ dialog: 'start' })}>
              {t('start.open')}
            </Button>
          )}
          {open?.dialog === 'start' && <StartDialog years={years} live={live} onClose={close} />}
          {open?.dialog === 'switch' && <SwitchDialog {...open} live={live} onAsked={setAsked} onClose={close} />}
          {open?.dialog === 'takeBack' && <TakeBackDialog {...open} live={live} onClose={close} />}
          {open?.dialog === 'delete' && <DeleteEditionDialog {...open} onClose={close} />}
        </>
      )}
    </Card>
  );
};
