import type { ResultsCategory } from '@laurel/contracts/console/calls/results';
import { winnersOf } from '@laurel/contracts/console/winners';
import { inLanguage } from '@laurel/contracts/languages';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { useNumbers } from '../../i18n/numbers.ts';
import styles from './run-sheet.module.css';
import { SheetFrame, useSheet } from './sheet-frame.tsx';
import { byNomination, ownName, runnersUpOf } from './sheet-parts.ts';

const LINES = ['first', 'second', 'third', 'fourth'] as const;

/** Room to write on the paper. */
const Notes = () => {
  const { t } = useTranslation('results');
  return (
    <div className={styles.notes} aria-hidden="true">
      <p className={styles.label}>{t('sheet.notes')}</p>
      {LINES.map((line) => (
        <span key={line} className={styles.line} />
      ))}
    </div>
  );
};

const Winner = ({ category }: { category: ResultsCategory }) => {
  const { t } = useTranslation('results');
  const language = useLanguage();
  const { percent } = useNumbers();
  const winners = winnersOf(category);
  if (winners.length === 0) return <p className={styles.none}>{t('sheet.noVotes')}</p>;
  return (
    <>
      <p className={styles.crown}>
        {t(winners.length > 1 ? 'sheet.jointWinners' : category.drawn === null ? 'sheet.winner' : 'sheet.drawnWinner')}
      </p>
      {winners.map(({ company, name, share, pronunciation }) => (
        <Fragment key={company}>
          <p className={styles.winner}>
            <span translate="no">{inLanguage(name, language)}</span>
            <span className={styles.share}>{percent(share ?? 0)}</span>
          </p>
          {pronunciation && <p translate="no">[{pronunciation}]</p>}
        </Fragment>
      ))}
    </>
  );
};

const RunnersUp = ({ category }: { category: ResultsCategory }) => {
  const { t } = useTranslation('results');
  const language = useLanguage();
  const { percent } = useNumbers();
  const { shown, more } = runnersUpOf(category);
  if (shown.length === 0) return null;
  return (
    <>
      <p className={styles.label}>{t('sheet.runnersUp')}</p>
      <ol className={styles.runners}>
        {shown.map(({ company, rank, name, share }) => (
          <li key={company}>
            <span className={styles.place}>{rank}</span>
            <span translate="no">{inLanguage(name, language)}</span>
            <span className={styles.percent}>
              {rank === 1 && `${t('tie')} · `}
              {percent(share ?? 0)}
            </span>
          </li>
        ))}
      </ol>
      {more > 0 && <p className={styles.more}>{t('sheet.more', { count: more })}</p>}
    </>
  );
};

const Nomination = ({ categories }: { categories: readonly ResultsCategory[] }) => {
  const language = useLanguage();
  const [first] = categories;
  if (!first) return null;
  return (
    <section className={styles.nomination}>
      <h2 translate="no">{inLanguage(first.title, language)}</h2>
      {categories.map((category, index) => {
        const name = ownName(category, language);
        return (
          <div key={category.niche} className={styles.category}>
            {name !== undefined && (
              <h3 className={styles.name} translate="no">
                {name}
                {/* A long nomination goes on on the next sheet of paper. */}
                {index > 0 && <span className={styles.of}>{inLanguage(first.title, language)}</span>}
              </h3>
            )}
            <div className={styles.columns}>
              <div className={styles.names}>
                <Winner category={category} />
                <RunnersUp category={category} />
              </div>
              <Notes />
            </div>
          </div>
        );
      })}
    </section>
  );
};

/** What the host reads on the stage: the winners in the edition's order. */
export const Screen = () => (
  <SheetFrame name="run" query={useSheet()}>
    {({ categories }) =>
      byNomination(categories).map(([nomination, own]) => <Nomination key={nomination} categories={own} />)
    }
  </SheetFrame>
);
