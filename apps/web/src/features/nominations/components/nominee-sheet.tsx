import { type ComponentProps, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocalized } from '../../../i18n/language.ts';
import type { Shared } from '../../../lib/share.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { cx } from '../../../ui/cx.ts';
import { DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { AwayIcon, CheckIcon } from '../../../ui/icons.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { ShareButton } from '../../../ui/share-button.tsx';
import { type Company, shortLink, type VoteState } from '../flow.ts';
import description from './description.module.css';
import styles from './nominee-sheet.module.css';
import { Score } from './score.tsx';

/** Another category of the nominee: its name, and a function that shows the nominee there. */
type Other = { readonly name: string; show(): void };

type Props = {
  company: Company;
  /** The share of the votes and the rank; absent while percentages are hidden, or nobody voted. */
  score: ComponentProps<typeof Score> | undefined;
  others: readonly Other[];
  /** The nomination, with the category if it has several. */
  place: string;
  vote: VoteState;
  /** The URL of the nominee's card. */
  link: string;
  /** The address of the nominee's drawn card, a picture for social media. */
  card: string;
  onVote(): void;
  onShare(): Promise<Shared>;
};

/** Everything about a nominee: the vote first, then a picture or a video, the description and the ways to share. */
export const NomineeSheet = ({ company, score, others, place, vote, link, card, onVote, onShare }: Props) => {
  const { t } = useTranslation(['nominee', 'nominations']);
  const localize = useLocalized();
  const [shareTitle, othersTitle] = [useId(), useId()];
  const name = localize(company.name);
  const { picture, video } = company;
  return (
    // Without the button to vote, the first button is at the end, so the beginning gets the focus instead.
    <Stage name={`nominee ${company.tag} ${place}`} focusStage={vote !== 'open'}>
      <div className={styles.head}>
        <img className={styles.logo} src={company.logo} alt="" width={72} height={72} />
        <div className={styles.who}>
          <DialogTitle roomy>{name}</DialogTitle>
          <p className={styles.place}>{place}</p>
        </div>
      </div>
      {score && (
        <div className={styles.score}>
          <Score {...score} />
        </div>
      )}
      {vote === 'open' ? (
        <Button full className={styles.vote} aria-label={t('nominations:voteFor', { name })} onClick={onVote}>
          {t('nominations:vote')}
        </Button>
      ) : (
        <p className={vote === 'chosen' ? styles.choice : styles.note}>
          {vote === 'chosen' && <CheckIcon />}
          {t(`vote.${vote}`)}
        </p>
      )}
      {picture && (
        <img className={styles.picture} src={picture.src} alt={localize(picture.alt)} width={1200} height={675} />
      )}
      <div className={cx(description.description, styles.desc)}>
        <RichText html={localize(company.desc)} />
      </div>
      {(video !== undefined || company.link !== '') && (
        <ul className={styles.links}>
          {video !== undefined && (
            <li>
              <a href={video} target="_blank" rel="noopener noreferrer" aria-label={t('video', { name })}>
                {t('watch')}
                <AwayIcon />
              </a>
            </li>
          )}
          {company.link !== '' && (
            <li>
              <a href={company.link} target="_blank" rel="noopener noreferrer">
                {shortLink(company.link)}
                <span className="visually-hidden">{t('nominations:visit', { name })}</span>
                <AwayIcon />
              </a>
            </li>
          )}
        </ul>
      )}
      {others.length > 0 && (
        <section className={styles.share} aria-labelledby={othersTitle}>
          <h3 id={othersTitle}>{t('others')}</h3>
          <ul className={styles.others}>
            {others.map(({ name: other, show }) => (
              <li key={other}>
                <Button tone="ghost" onClick={show}>
                  {other}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className={styles.share} aria-labelledby={shareTitle}>
        <h3 id={shareTitle}>{t('share')}</h3>
        <ShareButton label={t('nominations:shareWinner')} onShare={onShare} />
        <div className={styles.more}>
          <CopyButton text={link} label={t('copy')} />
          <a href={card} target="_blank" rel="noopener noreferrer">
            {t('card')}
            <AwayIcon />
          </a>
        </div>
      </section>
    </Stage>
  );
};
