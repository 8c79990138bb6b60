import { readFields } from '@laurel/contracts/console/calls/editor';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { queryOf } from '../../lib/query.ts';
import { serverClock } from '../../lib/server-clock.ts';
import { Chip } from '../../ui/chip.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './edition.module.css';
import { leftToDo } from './left-to-do.ts';
import type { DraftSummary } from './types.ts';
import { useChangeWords } from './use-change-words.ts';

type Props = {
  /** The newest draft of a year whose edition is prepared, and the years of earlier editions. */
  draft: DraftSummary;
  year: number;
  earlier: readonly number[];
};

/** What is left to do in the draft of a year, by what it says now, and the link to the draft. Renders nothing once it is loaded and all is done. */
export const TodoList = ({ draft: { id, problemsTotal, publishedAs }, year, earlier }: Props) => {
  const { t } = useTranslation('edition');
  const titleId = useId();
  const { fieldName } = useChangeWords(id);
  const { data } = useQuery(queryOf(readFields, { params: { id } }));
  if (!data) return null;
  const { dates, texts, witnesses } = leftToDo(data.edition, { earlier, now: serverClock.at(Date.now()) });
  const isOpen = publishedAs === null;
  const needsDates = isOpen || dates.some(({ at, isPast }) => at === null || isPast);
  if (!isOpen && !needsDates && texts.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className={styles.todo}>
      <h3 id={titleId}>{t('todo.title', { year })}</h3>
      <ul className={styles.points}>
        {problemsTotal > 0 && <li>{t('todo.problems', { count: problemsTotal })}</li>}
        {needsDates && (
          <li>
            {t('todo.dates')}
            <dl className={styles.times}>
              {dates.map(({ field, at, isPast }) => (
                <div key={field}>
                  <dt>{fieldName(field).replace(/^.*?: /, '')}</dt>
                  <dd>
                    {at === null ? t('todo.noDate') : <Time at={at} show="full" />}{' '}
                    {isPast && <Chip tone="warn">{t('todo.past')}</Chip>}
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        )}
        {texts.length > 0 && (
          <li>
            {t('todo.texts', { count: texts.length })}
            <ul className={styles.places}>
              {texts.map((field) => (
                <li key={field}>{fieldName(field)}</li>
              ))}
            </ul>
          </li>
        )}
        {isOpen && witnesses && <li>{t('todo.witnesses')}</li>}
        {isOpen && <li>{t('todo.publish', { year })}</li>}
      </ul>
      <LinkButton tone="main" to="/edition" search={{ draft: id }} className={styles.more}>
        {t('todo.open')}
      </LinkButton>
    </section>
  );
};
