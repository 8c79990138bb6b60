import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocalized } from '../../../i18n/language.ts';
import { notePress, useOpening } from '../../../lib/opening.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { AwayIcon, CheckIcon, ForwardIcon } from '../../../ui/icons.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { type Company, isWin, type Rank, shortLink } from '../flow.ts';
import { MARKED_ID } from '../store.ts';
import choice from './choice.module.css';
import { CopyLink } from './copy-link.tsx';
import description from './description.module.css';
import styles from './nominee-card.module.css';
import { Score } from './score.tsx';

type Props = {
  company: Company;
  /** The rank of a first place. */
  rank: Rank | undefined;
  /** The card's URL. */
  link: string;
  /** Whether a link or the search led to this card. */
  linked: boolean;
  /** Whether its percentage is published, and anyone voted in the category. */
  percentShown: boolean;
  /** Shows the nominee's details. */
  onOpen(): void;
  /** Absent if voting is not open, or the user has voted in the category. */
  onVote?: () => void;
};

/** A nominee: description, percentage, and the button to vote. */
export const NomineeCard = ({ company, rank, link, linked, percentShown, onOpen, onVote }: Props) => {
  const { t } = useTranslation('nominations');
  const localize = useLocalized();
  const name = localize(company.name);
  const id = useId();
  const opening = useOpening((state) => state.opening && state.pressed === id);
  const open = () => {
    notePress(id);
    onOpen();
  };
  return (
    <li
      className={cx(
        styles.card,
        rank && styles.leads,
        isWin(rank) && styles.won,
        company.voted && styles.mine,
        linked && styles.linked,
      )}
      id={linked ? MARKED_ID : undefined}
      tabIndex={linked ? -1 : undefined}
      aria-current={linked || undefined}
      data-company={company.tag}
      data-voted={company.voted}
      data-rank={rank}
    >
      <div className={styles.top}>
        <img className={styles.logo} src={company.logo} alt="" width={56} height={56} loading="lazy" />
        <h4 className={cx(company.link === '' && styles.alone)}>
          {/* The area of the button includes the logo. */}
          <button
            type="button"
            className={cx(styles.open, opening && styles.opening)}
            aria-haspopup="dialog"
            aria-busy={opening || undefined}
            onClick={open}
          >
            {name}
            <ForwardIcon />
          </button>
        </h4>
        {company.link !== '' && (
          <a href={company.link} target="_blank" rel="noopener noreferrer">
            <span>{shortLink(company.link)}</span>
            <span className="visually-hidden">{t('visit', { name })}</span>
            <AwayIcon />
          </a>
        )}
        <CopyLink link={link} name={name} />
      </div>
      {company.voted && (
        <p className={choice.choice}>
          <CheckIcon />
          {t('yourChoice')}
        </p>
      )}
      <div className={cx(description.description, styles.desc)}>
        <RichText html={localize(company.desc)} />
      </div>
      {percentShown && <Score percent={company.percent} rank={rank} />}
      {onVote && (
        <Button tone="ghost" className={styles.vote} aria-label={t('voteFor', { name })} onClick={onVote}>
          {t('vote')}
        </Button>
      )}
    </li>
  );
};
