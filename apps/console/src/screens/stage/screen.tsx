import { planStage, type Row, readStage, readStageCodes, restartStage } from '@laurel/contracts/console/calls/stage';
import { inLanguage } from '@laurel/contracts/languages';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { call } from '../../lib/call.ts';
import { keyOf, queryOf } from '../../lib/query.ts';
import { useMayDo } from '../../session/me.ts';
import button from '../../ui/button.module.css';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Failure, Waiting } from '../../ui/states.tsx';
import { useChange } from '../../ui/use-change.ts';
import { isNamed } from './slides.ts';
import styles from './stage.module.css';

const MINUTES = [5, 10, 15, 20, 30, 45, 60];

/** The run sheet: the order of the show, with breaks and sponsors. On paper it has the code of each winner, and no winner. */
export const Screen = () => {
  const { t } = useTranslation('stage');
  const language = useLanguage();
  const mayReveal = useMayDo('stage.reveal');
  const query = useQuery(queryOf(readStage, {}));
  const run = useChange(keyOf(readStage));
  const [codes, setCodes] = useState<Record<string, string>>();
  const [problem, setProblem] = useState<unknown>();
  const [restarting, setRestarting] = useState(false);
  const show = query.data;
  const before = show?.rows ?? [];
  const addable: Row[] = [
    ...MINUTES.map((minutes) => ({ kind: 'break' as const, minutes })),
    ...(show?.sponsors ?? []).map(({ name }) => ({ kind: 'sponsor' as const, name })),
  ];

  const store = async (rows: Row[]): Promise<void> => {
    setProblem(undefined);
    await run(() => call(planStage, { body: { before, rows } }), t('sheet.stored')).catch(setProblem);
  };
  const print = async (): Promise<void> => {
    setProblem(undefined);
    try {
      const read = await call(readStageCodes, {});
      // On the page before the browser takes its picture of it.
      flushSync(() => setCodes(read.codes));
      window.print();
    } catch (error) {
      setProblem(error);
    }
  };
  const restart = async (reason: string): Promise<void> => {
    await run(() => call(restartStage, { body: { reason } }), t('sheet.restarted'));
    setCodes(undefined);
  };
  const wordsOf = (row: Row): string => {
    if (row.kind === 'break') return t('next.break', { count: row.minutes });
    if (row.kind === 'sponsor') return `${t('partner')}: ${row.name}`;
    const category = show?.categories.find((each) => each.category === row.category);
    if (!category) return '';
    const title = inLanguage(category.title, language);
    return isNamed(category) ? `${title}: ${inLanguage(category.name, language)}` : title;
  };
  return (
    <>
      <ScreenHead title={t('sheet.title')} lead={t('sheet.lead')}>
        <span className={styles.tools}>
          <LinkButton to="/stage/show" target="_blank" tone="main">
            {t('sheet.open')}
          </LinkButton>
          {mayReveal && <LinkButton to="/stage/remote">{t('remote')}</LinkButton>}
          {mayReveal && <Button onClick={() => void print()}>{t('sheet.print')}</Button>}
          {mayReveal && <Button onClick={() => setRestarting(true)}>{t('sheet.restart')}</Button>}
        </span>
      </ScreenHead>
      {problem !== undefined && <Failure error={problem} />}
      <Waiting query={query} lines={8} />
      {show && (
        <Card>
          <ol className={styles.rows}>
            {before.map((row, place) => {
              const words = wordsOf(row);
              const others = before.toSpliced(place, 1);
              const code = row.kind === 'category' ? codes?.[row.category] : undefined;
              return (
                <li key={`${row.kind} ${place}`} className={styles[row.kind]}>
                  <span className={styles.words} translate="no">
                    {words}
                  </span>
                  {code && <code className={styles.code}>{code.replace(/(?=.{5}$)/, '-')}</code>}
                  <span className={styles.tools}>
                    <select
                      aria-label={t('sheet.add', { words })}
                      className={cx(button.button, button.small, styles.add)}
                      value=""
                      onChange={({ target }) =>
                        void store(before.toSpliced(place + 1, 0, addable[Number(target.value)] ?? row))
                      }
                    >
                      <option value="">+</option>
                      {addable.map((each, at) => (
                        <option key={wordsOf(each)} value={at}>
                          {wordsOf(each)}
                        </option>
                      ))}
                    </select>
                    {place > 0 && (
                      <Button
                        small
                        aria-label={t('sheet.up', { words })}
                        onClick={() => void store(others.toSpliced(place - 1, 0, row))}
                      >
                        ↑
                      </Button>
                    )}
                    {place < others.length && (
                      <Button
                        small
                        aria-label={t('sheet.down', { words })}
                        onClick={() => void store(others.toSpliced(place + 1, 0, row))}
                      >
                        ↓
                      </Button>
                    )}
                    {row.kind !== 'category' && (
                      <Button small aria-label={t('sheet.remove', { words })} onClick={() => void store(others)}>
                        ✕
                      </Button>
                    )}
                  </span>
                </li>
              );
            })}
          </ol>
        </Card>
      )}
      {restarting && (
        <ReasonDialog
          title={t('sheet.restart')}
          action={t('sheet.restart')}
          tone="danger"
          onClose={() => setRestarting(false)}
          onConfirm={restart}
        >
          <p>{t('sheet.restartText')}</p>
        </ReasonDialog>
      )}
    </>
  );
};
