import type { NextYearTask } from '@laurel/contracts/console/calls/years';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { localeOf } from '../../i18n/locale.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './edition.module.css';
import type { Started } from './types.ts';

type Task<Kind extends NextYearTask['kind']> = Extract<NextYearTask, { kind: Kind }>;

const PHASES = {
  'phases.votingOpensAt': 'difference.opensAt',
  'phases.votingClosesAt': 'difference.closesAt',
  'phases.winnersAnnouncedAt': 'todo.announced',
} as const;
const isPhase = (field: string): field is keyof typeof PHASES => field in PHASES;

const Dates = ({ moved }: Pick<Task<'dates'>, 'moved'>) => {
  const { t } = useTranslation('edition');
  if (moved.length === 0) return <li>{t('todo.noDates')}</li>;
  return (
    <li>
      {t('todo.dates')}
      <dl className={styles.times}>
        {moved.map(({ field, from, to }) => (
          <div key={field}>
            <dt>{isPhase(field) ? t(PHASES[field]) : field}</dt>
            <dd>
              <Time at={from} show="full" /> <span aria-hidden="true">→</span>{' '}
              <b>
                <Time at={to} show="full" />
              </b>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
};

/** The texts that name the old year: the field of each in the files, with its languages. */
const Texts = ({ texts, year }: { texts: readonly Task<'text'>[]; year: number }) => {
  const { t } = useTranslation('edition');
  const locale = localeOf(useLanguage());
  const [names, list] = [new Intl.DisplayNames(locale, { type: 'language' }), new Intl.ListFormat(locale)];
  const languagesOf = (field: string): string =>
    list.format(texts.filter((each) => each.field === field).map(({ language }) => names.of(language) ?? language));
  return (
    <li>
      {t('todo.texts', { year, count: texts.length })}
      <ul className={styles.places}>
        {[...new Set(texts.map(({ field }) => field))].map((field) => (
          <li key={field}>
            <code translate="no">{field}</code>: {languagesOf(field)}
          </li>
        ))}
      </ul>
    </li>
  );
};

type Props = {
  started: Started;
  /** Whether something was published for its year. */
  isPublished: boolean;
};

/** What is left to do in a draft that was made for another year, in plain words, and the link to the draft. */
export const TodoList = ({ started: { year, from, draft, todo }, isPublished }: Props) => {
  const { t } = useTranslation('edition');
  const id = useId();
  const texts = todo.filter((task) => task.kind === 'text');
  return (
    <section aria-labelledby={id} className={styles.todo}>
      <h3 id={id}>{t('todo.title', { year })}</h3>
      <ul className={styles.points}>
        {todo.map((task) => task.kind === 'dates' && <Dates key="dates" moved={task.moved} />)}
        {texts.length > 0 && <Texts texts={texts} year={from} />}
        {todo.some(({ kind }) => kind === 'nominees') && <li>{t('todo.nominees')}</li>}
        {todo.some(({ kind }) => kind === 'witnesses') && <li>{t('todo.witnesses')}</li>}
        {!isPublished && <li>{t('todo.publish', { year })}</li>}
      </ul>
      <LinkButton tone="main" to="/edition" search={{ draft }} className={styles.more}>
        {t('todo.open')}
      </LinkButton>
    </section>
  );
};
