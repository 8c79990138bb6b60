import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Shared } from '../../../lib/share.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { ShareButton } from '../../../ui/share-button.tsx';
import { type Choice, placeName } from '../flow.ts';
import eclipse from './eclipse.module.css';
import styles from './voted-modal.module.css';

type Props = {
  choice: Choice;
  progress: { readonly voted: number; readonly total: number };
  /** Whether there is a public record that will have the vote. */
  recorded: boolean;
  /** The next category without a vote; absent once voting has ended. */
  next: { readonly name: string; show(): void } | undefined;
  onShare(): Promise<Shared>;
  onClose(): void;
};

/** The recorded vote, and the button to the next category. It stays until the user closes it. */
export const VotedModal = ({ choice, progress, recorded, next, onShare, onClose }: Props) => {
  const { t } = useTranslation('voting');
  const [title, text] = [useId(), useId()];
  const { voted, total } = progress;
  return (
    <Stage name="voted" titleId={title}>
      <div className={styles.voted}>
        <div className={eclipse.eclipse}>
          <img className={styles.logo} src={choice.logo} alt="" width={96} height={96} />
        </div>
        <DialogTitle roomy>{t('doneTitle')}</DialogTitle>
        <p id={text} className={styles.cast}>
          <b>{choice.nominee}</b>
          {placeName(choice)}
        </p>
      </div>
      <div className={styles.progress}>
        <p>{t('progress', { voted, count: total })}</p>
        <Segments lit={voted} total={total} />
        {recorded && <p className={styles.recorded}>{t('record.soon')}</p>}
      </div>
      {/* A screen reader reads the vote with the button, which has the focus first. */}
      {next ? (
        <Button full className={styles.next} aria-describedby={`${title} ${text}`} onClick={next.show}>
          <span>
            {t('nextCategory', { count: total - voted })}
            <small>{next.name}</small>
          </span>
        </Button>
      ) : (
        <Button full aria-describedby={`${title} ${text}`} onClick={onClose}>
          {t('backToPage')}
        </Button>
      )}
      <div className={styles.row}>
        <ShareButton label={t('share')} onShare={onShare} />
        {next && (
          <Button tone="ghost" full onClick={onClose}>
            {t('backToPage')}
          </Button>
        )}
      </div>
    </Stage>
  );
};
