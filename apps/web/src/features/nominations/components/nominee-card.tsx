import { useTranslation } from 'react-i18next';
import { useLanguage, useLocalized } from '../../../i18n/language.ts';
import { formatPercent } from '../../../lib/numbers.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { AwayIcon, CheckIcon, CrownIcon } from '../../../ui/icons.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import type { Company, Rank } from '../flow.ts';
import { CopyLink } from './copy-link.tsx';
import styles from './nominee-card.module.css';

type Props = {
  company: Company;
  /** The rank of a first place. */
  rank: Rank | undefined;
  /** The card's URL. */
  link: string;
  /** Whether the page's URL names this card. */
  linked: boolean;
  resultsVisible: boolean;
  /** Absent if voting is not open, or the user has voted in the category. */
  onVote?: () => void;
};

/** The anchor of the card in the page's URL. */
export const LINKED_ID = 'linked-nominee';

/** A URL without its scheme and trailing slash. */
const shortLink = (link: string): string => link.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');

/** A nominee: description, percentage, and the button to vote. */
export const NomineeCard = ({ company, rank, link, linked, resultsVisible, onVote }: Props) => {
  const { t } = useTranslation('nominations');
  const say = useLocalized();
  const language = useLanguage();
  const name = say(company.name);
  const won = rank === 'winner' || rank === 'sharedWinner';
  const percent = formatPercent(company.percent, language);
  return (
    <li
      className={cx(
        styles.card,
        rank && styles.leads,
        won && styles.won,
        company.voted && styles.mine,
        linked && styles.linked,
      )}
      id={linked ? LINKED_ID : undefined}
      aria-current={linked || undefined}
      data-company={company.tag}
      data-voted={company.voted}
      data-rank={rank}
    >
      <div className={styles.top}>
        <img className={styles.logo} src={company.logo} alt="" width={56} height={56} loading="lazy" />
        <div className={styles.who}>
          <h4>{name}</h4>
          {company.link !== '' && (
            <a href={company.link} target="_blank" rel="noopener noreferrer">
              <span>{shortLink(company.link)}</span>
              <span className="visually-hidden">{t('visit', { name })}</span>
              <AwayIcon />
            </a>
          )}
        </div>
        <CopyLink link={link} name={name} />
      </div>
      {company.voted && (
        <p className={styles.choice}>
          <CheckIcon />
          {t('yourChoice')}
        </p>
      )}
      <div className={styles.desc}>
        <RichText html={say(company.desc)} />
      </div>
      {resultsVisible && (
        <div className={styles.score}>
          <p className={styles.percent}>
            <span aria-hidden="true">
              {percent}
              <i>%</i>
            </span>
            <span className="visually-hidden">{t('share', { percent })}</span>
          </p>
          {rank && (
            <p className={styles.rank}>
              {won && <CrownIcon />}
              {t(`rank.${rank}`)}
            </p>
          )}
          <div className={styles.beam} aria-hidden="true">
            {/* Shifted by one more percent, so that a share of 0 % shows no bar. */}
            <i style={{ translate: `${company.percent * 1.01 - 101}% 0` }} />
          </div>
        </div>
      )}
      {onVote && (
        <Button tone="ghost" className={styles.vote} onClick={onVote}>
          {t('vote', { name })}
        </Button>
      )}
    </li>
  );
};
