import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Shared } from '../../../lib/share.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { ShareButton } from '../../../ui/share-button.tsx';
import styles from './my-votes-modal.module.css';

/** A category of the list, with the user's vote if there is one. */
export type MyVote = {
  readonly key: string;
  /** Undefined if the nomination has only one category. */
  readonly category: string | undefined;
  readonly choice: { readonly nominee: string; readonly logo: string } | undefined;
  /** Whether there is a vote whose nominee was withdrawn. */
  readonly withdrawn: boolean;
  /** What the public record says about it. */
  readonly record?: ReactNode;
  show(): void;
};

/** The votes of a nomination. */
export type MyNomination = { readonly tag: string; readonly title: string; readonly votes: readonly MyVote[] };

type Props = {
  nominations: readonly MyNomination[];
  progress: { readonly voted: number; readonly total: number };
  /** The page about the public record; absent without one. */
  aboutRecord?: string | undefined;
  /** Shares an image of the votes. */
  onPicture(): Promise<Shared>;
};

/** Lists the user's votes. Each links to its category. */
export const MyVotesModal = ({ nominations, progress, aboutRecord, onPicture }: Props) => {
  const { t } = useTranslation('voting');
  const { voted, total } = progress;
  const hasPicks = nominations.some(({ votes }) => votes.some(({ choice }) => choice !== undefined));
  return (
    <Stage name="myVotes">
      <DialogTitle>{t('myVotes')}</DialogTitle>
      <div className={styles.progress}>
        <p>{voted === 0 ? t('noVotes') : t('progress', { voted, count: total })}</p>
        <Segments lit={voted} total={total} />
      </div>
      {nominations.map(({ tag, title, votes }) => (
        <section key={tag} className={styles.nomination}>
          <h3>{title}</h3>
          <ul>
            {votes.map(({ key, category, choice, withdrawn, record, show }) => (
              <li key={key} className={styles.item}>
                <button type="button" className={styles.vote} onClick={show}>
                  {choice ? (
                    <img src={choice.logo} alt="" width={40} height={40} />
                  ) : (
                    <i className={withdrawn ? styles.withdrawn : styles.open} />
                  )}
                  <span>
                    {category !== undefined && <small>{category}</small>}
                    {choice ? choice.nominee : t(withdrawn ? 'votedWithdrawn' : 'notVoted')}
                  </span>
                </button>
                {record}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {hasPicks && <ShareButton tone="gold" label={t('picture')} onShare={onPicture} />}
      {aboutRecord !== undefined && (
        <p className={styles.about}>
          <a href={aboutRecord}>{t('record.about')}</a>
        </p>
      )}
    </Stage>
  );
};

/** Takes the place of the list while the votes are loading, or if they failed to load. */
export const MyVotesWait = ({ failed, onRetry }: { failed: boolean; onRetry(): void }) => {
  const { t } = useTranslation(['voting', 'common']);
  return (
    <Stage name="myVotesWait">
      <DialogTitle>{t('myVotes')}</DialogTitle>
      {failed ? (
        <>
          <Notice tone="bad">{t('votesNotLoaded')}</Notice>
          <Button full onClick={onRetry}>
            {t('tryAgain')}
          </Button>
        </>
      ) : (
        <Notice tone="wait">{t('common:loading')}</Notice>
      )}
    </Stage>
  );
};
