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
  /** The name of the next category. */
  next: string;
  onNext(): void;
  onShare(): Promise<Shared>;
  onClose(): void;
};

/** The recorded vote, with the way to the next category. It stays until it is dismissed. */
export const VotedModal = ({ choice, progress, next, onNext, onShare, onClose }: Props) => {
  const { t } = useTranslation('voting');
  const text = useId();
  const { voted, total } = progress;
  return (
    <Stage name="voted">
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
      </div>
      {/* A screen reader reads the vote with the button, which has the focus first. */}
      <Button full className={styles.next} aria-describedby={text} onClick={onNext}>
        <span>
          {t('nextCategory', { count: total - voted })}
          <small>{next}</small>
        </span>
      </Button>
      <div className={styles.row}>
        <ShareButton label={t('share')} onShare={onShare} />
        <Button tone="ghost" full onClick={onClose}>
          {t('backToPage')}
        </Button>
      </div>
    </Stage>
  );
};
