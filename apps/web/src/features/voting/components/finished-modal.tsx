import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Shared } from '../../../lib/share.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ShareButton } from '../../../ui/share-button.tsx';
import { Tick } from '../../../ui/tick.tsx';
import { type Choice, placeName } from '../flow.ts';
import eclipse from './eclipse.module.css';
import styles from './finished-modal.module.css';

/** The number of logos in six rows. */
const MAX_LOGOS = 36;

type Props = {
  /** The choices, without those for withdrawn nominees. */
  picks: readonly Choice[];
  /** The number of categories; there is a vote in each. */
  total: number;
  /** The nominee of the vote that was just recorded. */
  latest: string | undefined;
  /** Shares a picture of the choices. */
  onPicture(): Promise<Shared>;
  /** Stores whether the user wants an email about the winners; asked only after the last vote. */
  onTell(wanted: boolean): Promise<void>;
  onMyVotes(): void;
  onClose(): void;
};

/** A vote in every category: all choices at once, as a picture to keep. */
export const FinishedModal = ({ picks, total, latest, onPicture, onTell, onMyVotes, onClose }: Props) => {
  const { t } = useTranslation('voting');
  const [title, text] = [useId(), useId()];
  return (
    <Stage name="finished" titleId={title}>
      <div className={styles.finished}>
        <div className={eclipse.eclipse}>
          <p className={styles.count}>{t('outOf', { voted: total, total })}</p>
        </div>
        <DialogTitle roomy>{t('finishedTitle')}</DialogTitle>
        <p id={text} className={styles.text}>
          {latest === undefined ? '' : `${t('doneText', { name: latest })} `}
          {t('finishedText', { count: total })}
        </p>
        <ul className={styles.logos} aria-label={t('myVotes')}>
          {picks.slice(0, MAX_LOGOS).map((pick) => (
            <li key={placeName(pick)}>
              <img src={pick.logo} alt={`${placeName(pick)}: ${pick.nominee}`} width={40} height={40} />
            </li>
          ))}
        </ul>
      </div>
      {/* A screen reader reads the title and the text with the button, which has the focus first. */}
      <ShareButton tone="gold" label={t('picture')} describedBy={`${title} ${text}`} onShare={onPicture} />
      {latest !== undefined && <TellMe onTell={onTell} />}
      <div className={styles.row}>
        <Button tone="ghost" full onClick={onMyVotes}>
          {t('myVotes')}
        </Button>
        <Button tone="ghost" full onClick={onClose}>
          {t('backToPage')}
        </Button>
      </div>
    </Stage>
  );
};

/** Asks whether the user wants an email about the winners, and stores each answer at once. */
const TellMe = ({ onTell }: Pick<Props, 'onTell'>) => {
  const { t } = useTranslation('voting');
  const [ticked, setTicked] = useState(false);
  const [failed, setFailed] = useState(false);
  const answer = async (wanted: boolean) => {
    setTicked(wanted);
    setFailed(false);
    try {
      await onTell(wanted);
    } catch {
      setTicked(!wanted);
      setFailed(true);
    }
  };
  return (
    <div className={styles.tell}>
      <Tick label={t('tellMe')} ticked={ticked} onTick={(wanted) => void answer(wanted)} />
      {failed && <Notice tone="bad">{t('tellFailed')}</Notice>}
    </div>
  );
};
