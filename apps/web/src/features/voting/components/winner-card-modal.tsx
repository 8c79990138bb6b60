import { useTranslation } from 'react-i18next';
import type { Shared } from '../../../lib/share.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { ShareButton } from '../../../ui/share-button.tsx';
import { type Choice, placeName } from '../flow.ts';
import styles from './winner-card-modal.module.css';

type Props = {
  winner: Choice;
  /** Such as "Winner 2025". */
  label: string;
  /** The addresses of the drawn cards: for posts, and for links and slides. */
  cards: { readonly tall: string; readonly wide: string };
  /** The beginning of the name of a downloaded file, to which the picture's size is added. */
  fileName: string;
  /** Shares the tall card as a picture. */
  onPicture(): Promise<Shared>;
  onLink(): Promise<Shared>;
};

/** A winner's card, to share and to download. */
export const WinnerCardModal = ({ winner, label, cards, fileName, onPicture, onLink }: Props) => {
  const { t } = useTranslation('voting');
  return (
    <Stage name="winnerCard">
      <DialogTitle roomy>{winner.nominee}</DialogTitle>
      <p className={styles.place}>{`${label} · ${placeName(winner)}`}</p>
      <img className={styles.card} src={cards.tall} alt={`${label} · ${winner.nominee}`} width={1080} height={1350} />
      <ShareButton tone="gold" label={t('winnerCard.share')} onShare={onPicture} />
      <div className={styles.row}>
        <ButtonLink tone="ghost" full href={cards.tall} download={`${fileName}-1080x1350.png`}>
          {t('winnerCard.tall')}
        </ButtonLink>
        <ButtonLink tone="ghost" full href={cards.wide} download={`${fileName}-1200x630.png`}>
          {t('winnerCard.wide')}
        </ButtonLink>
      </div>
      <ShareButton tone="plain" label={t('winnerCard.link')} onShare={onLink} />
    </Stage>
  );
};
