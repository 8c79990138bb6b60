import { readResultsSheet } from '@laurel/contracts/console/calls/results';
import { inLanguage, LANGUAGE_SETTINGS, LANGUAGES, type Language } from '@laurel/contracts/languages';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { queryOf } from '../../lib/query.ts';
import { useMe } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { InLanguage } from '../../ui/in-language.tsx';
import { languageName } from '../../ui/language-choice.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Waiting } from '../../ui/states.tsx';
import { formatTime } from '../../ui/time.tsx';
import styles from './sheet-frame.module.css';
import { awardName } from './sheet-parts.ts';

type Name = 'run' | 'press' | 'season';
/** What a page shows, and since when that is so. */
type Sheet = { at: string };
type Parts<Shown extends Sheet> = {
  /** Which of the pages it is. */
  name: Name;
  query: UseQueryResult<Shown>;
  /** The page, in the language that the person chose. */
  children: (sheet: Shown) => ReactNode;
  /** More buttons beside the choice of the language. */
  actions?: (sheet: Shown) => ReactNode;
};

/** A page does not change while it is read or printed. */
export const UNCHANGED = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } as const;
/** The result for a page. */
export const useSheet = () => useQuery({ ...queryOf(readResultsSheet, {}), ...UNCHANGED });

/** The page itself. Its first line is repeated on each sheet of paper. */
const Paper = ({ name, sheet, children }: { name: Name; sheet: Sheet; children: ReactNode }) => {
  const { t } = useTranslation('results');
  const language = useLanguage();
  const { award } = useMe();
  const title = t(`take.${name}.title`);
  return (
    <article
      className={styles.paper}
      lang={language}
      dir={LANGUAGE_SETTINGS[language].direction}
      aria-label={title}
      data-sheet
    >
      <div className={styles.running}>
        <p className={styles.line}>
          <b translate="no">{awardName(inLanguage(award.name, language), award.year)}</b>
          <span>
            {title} · {t('sheet.at', { time: formatTime(sheet.at, { show: 'full', language }) })}
          </span>
        </p>
      </div>
      <div className={styles.body}>{children}</div>
    </article>
  );
};

/**
 * A page of the result to print, with a choice of its language, which is at first that of the console.
 */
export const SheetFrame = <Shown extends Sheet>({ name, query, children, actions }: Parts<Shown>) => {
  const { t } = useTranslation('results');
  const own = useLanguage();
  const [chosen, choose] = useState<Language>();
  const language = chosen ?? own;
  const sheet = query.data;
  return (
    <>
      <div className={styles.tools}>
        <ScreenHead title={t(`take.${name}.title`)} lead={t(`take.${name}.text`)}>
          <span className={styles.buttons}>
            <LinkButton to="/results" tone="quiet">
              {t('sheet.back')}
            </LinkButton>
            {sheet && (
              <Button tone="main" onClick={() => window.print()}>
                {t('sheet.print')}
              </Button>
            )}
          </span>
        </ScreenHead>
      </div>
      <Waiting query={query} lines={8} />
      {sheet && (
        <InLanguage language={language} namespace="results">
          <div className={styles.tools}>
            <Choice
              label={t('sheet.language')}
              quiet
              options={LANGUAGES.map((each) => ({ value: each, label: languageName(each), lang: each }))}
              value={language}
              onChange={choose}
            />
            {actions?.(sheet)}
          </div>
          <Paper name={name} sheet={sheet}>
            {children(sheet)}
          </Paper>
        </InLanguage>
      )}
    </>
  );
};
