import type { Entry } from '@laurel/contracts/calls/entries';
import { useTranslation } from 'react-i18next';
import { DialogLead, DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from './entry-modal.module.css';

/** A category, with what the user put forward in it. */
export type EntryPlace = {
  readonly key: string;
  /** Undefined if the nomination has only one category. */
  readonly category: string | undefined;
  readonly entries: readonly Entry[];
  /** Whether another name may be put forward. */
  readonly isFree: boolean;
  open(entry?: Entry): void;
};

type Props = {
  nominations: readonly { readonly tag: string; readonly title: string; readonly places: readonly EntryPlace[] }[];
  /** The end of nominating, in words. */
  until: string;
  notice: string | undefined;
};

/** All categories: the user chooses one to put somebody forward, or an entry to change it. */
export const EntryListModal = ({ nominations, until, notice }: Props) => {
  const { t } = useTranslation('entries');
  return (
    <Stage name="nominate">
      <DialogTitle>{t('title')}</DialogTitle>
      {notice !== undefined && <Notice tone="ok">{notice}</Notice>}
      <DialogLead>{t('lead', { until })}</DialogLead>
      {nominations.map(({ tag, title, places }) => (
        <section key={tag} className={styles.nomination}>
          <h3>{title}</h3>
          <ul>
            {places.map(({ key, category, entries, isFree, open }) => (
              <li key={key}>
                {entries.map((entry) => (
                  <button type="button" key={entry.id} className={styles.place} onClick={() => open(entry)}>
                    <span>
                      {category !== undefined && <small>{category}</small>}
                      <bdi>{entry.name}</bdi>
                    </span>
                    <b>{t('change')}</b>
                  </button>
                ))}
                {isFree && (
                  <button type="button" className={styles.place} onClick={() => open()}>
                    <span>{category ?? t('nobody')}</span>
                    <b>{t('add')}</b>
                  </button>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Stage>
  );
};
