import type { ResultsSheet } from '@laurel/contracts/console/calls/results';
import { inLanguage } from '@laurel/contracts/languages';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { useNumbers } from '../../i18n/numbers.ts';
import { useMe } from '../../session/me.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Empty } from '../../ui/states.tsx';
import styles from './press.module.css';
import { pressHtml, pressRows, pressText } from './press-text.ts';
import { SheetFrame, useSheet } from './sheet-frame.tsx';
import { awardName } from './sheet-parts.ts';

const COLUMNS = ['nomination', 'category', 'winner', 'link', 'share'] as const;

/** The rows, the title and the titles of the columns in the language of the page. */
const usePress = ({ categories }: ResultsSheet) => {
  const { t } = useTranslation('results');
  const language = useLanguage();
  const { percent } = useNumbers();
  const { award } = useMe();
  const title = `${awardName(inLanguage(award.name, language), award.year)}: ${t('sheet.winners').toLocaleLowerCase(language)}`;
  return {
    rows: pressRows(categories, language, percent, t('sheet.drawn')),
    title,
    head: COLUMNS.map((column) => t(`press.columns.${column}`)),
  };
};

const Copies = ({ sheet }: { sheet: ResultsSheet }) => {
  const { t } = useTranslation('results');
  const { rows, title, head } = usePress(sheet);
  const text = pressText(title, rows);
  return (
    <>
      <CopyButton text={text} html={pressHtml(title, head, rows)} label={t('press.copy')} />
      <CopyButton text={text} label={t('press.copyText')} />
    </>
  );
};

const Winners = ({ sheet }: { sheet: ResultsSheet }) => {
  const { t } = useTranslation('results');
  const { rows, head } = usePress(sheet);
  if (rows.length === 0) return <Empty title={t('sheet.noVotes')} />;
  return (
    <>
      <h2>{t('sheet.winners')}</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, nomination, category, winner, link, share }) => (
            <tr key={key}>
              <td translate="no">{nomination}</td>
              <td translate="no">{category}</td>
              <th scope="row" translate="no">
                {winner}
              </th>
              <td className={styles.link}>
                {link !== null && (
                  <a href={link} target="_blank" rel="noreferrer">
                    {link.replace(/^https:\/\/|\/$/g, '')}
                  </a>
                )}
              </td>
              <td>{share}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
};

/** The winners for the press: to print, and to copy with or without format. */
export const Screen = () => (
  <SheetFrame name="press" query={useSheet()} actions={(sheet) => <Copies sheet={sheet} />}>
    {(sheet) => <Winners sheet={sheet} />}
  </SheetFrame>
);
