import type { Vote } from '@laurel/contracts/records';
import { Fragment, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage, useLocalized } from '../../../i18n/language.ts';
import { formatPercent } from '../../../lib/numbers.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { CheckIcon } from '../../../ui/icons.tsx';
import { useFirstSight } from '../../../ui/use-first-sight.ts';
import type { Company, Nomination } from '../flow.ts';
import type { Outcome } from '../outcome.ts';
import { showCategory } from '../store.ts';
import { isPicked } from '../wins.ts';
import looks from './stage-looks.module.css';
import styles from './winner-entry.module.css';

/** Opens a winner's card; `joint` if several share the win. */
export type OnShare = (winner: Vote, joint: boolean) => void;

/** Why totals are not known: they load, or the stage shows the winner later. */
export type Unknown = 'loading' | 'onStage';

type Props = {
  nomination: Nomination;
  outcome: Outcome;
  /** What is said of a category whose totals are not known. */
  unknown: Unknown;
  /** Whether it is the large one of its nomination. */
  lit?: boolean;
  onShare: OnShare;
  /** What it says below a clearest win. */
  children?: ReactNode;
};

/** The width of a text in letters. Cyrillic ones are wider. */
const widthOf = (text: string): number => text.length * (/\p{Script=Cyrillic}/u.test(text) ? 1.14 : 1);

/** The width of a name and of its longest word, by which its size fits the screen. */
const lettersOf = (name: string) => ({
  '--all': widthOf(name),
  '--letters': Math.max(4, ...name.split(/\s+/).map(widthOf)),
});

/** A category: its winners, those behind them, and the buttons for the whole result and the winners' cards. */
export const WinnerEntry = ({ nomination, outcome, unknown, lit = false, onShare, children }: Props) => {
  const { t } = useTranslation(['nominations', 'winners']);
  const localize = useLocalized();
  const entry = useRef<HTMLDivElement>(null);
  const seen = useFirstSight(entry);
  const percentOf = usePercent();
  const { category, known, outdated, winners, drawn } = outcome;
  const several = nomination.categories.length > 1;
  const [winner] = winners;
  const look = cx(styles.entry, lit ? looks.lit : styles.small, seen && styles.seen);
  if (!winner) {
    return (
      <div ref={entry} className={look}>
        <div />
        <div className={cx(styles.text, looks.text, styles.none)}>
          {several && <p className={styles.label}>{localize(category.name)}</p>}
          <p>{outdated ? t('outdated') : t(known ? 'emptyClosed' : unknown)}</p>
        </div>
      </div>
    );
  }
  const joint = winners.length > 1;
  const of = several ? localize(category.name) : t('winners:ofNominees', { count: category.companies.length });
  const place = several ? `${localize(nomination.title)}: ${localize(category.name)}` : localize(nomination.title);
  return (
    <div ref={entry} className={look}>
      <div>
        {winners.map(({ tag, logo }, index) => (
          <div
            key={tag}
            className={cx(styles.disc, looks.disc)}
            style={{ '--place': index, '--count': winners.length }}
          >
            {lit && <i className={styles.eclipse} />}
            <img src={logo} alt="" width={112} height={112} loading="lazy" />
          </div>
        ))}
      </div>
      <div className={cx(styles.text, looks.text)}>
        <p className={styles.label}>
          {`${joint ? t('jointWinners') : t('rank.winner')} · ${of}`}
          {isPicked(outcome) && (
            <span className={styles.mine}>
              <CheckIcon />
              {t('yourChoice')}
            </span>
          )}
        </p>
        {winners.map(({ tag, name }) => (
          <p key={tag} className={styles.name} data-winner={tag} style={lettersOf(localize(name))}>
            {localize(name)}
          </p>
        ))}
        <p className={styles.percent} data-beside>
          <bdi dir="ltr">{percentOf(winner)}</bdi>
        </p>
        <p className={styles.others} data-after>
          {drawn && `${t('drawn')} `}
          <Behind outcome={outcome} />
        </p>
        <div className={styles.acts} data-beside>
          <Button
            tone="plain"
            aria-label={t('winners:fullResultOf', { place })}
            onClick={() => showCategory({ nomination: nomination.tag, niche: category.tag })}
          >
            {t('winners:fullResult')}
          </Button>
          {winners.map((each) => {
            const name = t('shareWinnerOf', { name: localize(each.name) });
            const vote = { nomination: nomination.tag, niche: category.tag, vote: each.tag };
            return (
              <Button key={each.tag} tone="plain" aria-label={name} onClick={() => onShare(vote, joint)}>
                {joint ? name : t('shareWinner')}
              </Button>
            );
          })}
        </div>
        {children && (
          <p className={styles.why} data-after>
            {children}
          </p>
        )}
      </div>
    </div>
  );
};

/** The nominees behind a winner, and the visitor's choice if it is none of the winners. */
const Behind = ({ outcome }: { outcome: Outcome }) => {
  const { t } = useTranslation(['nominations', 'winners']);
  const localize = useLocalized();
  const percentOf = usePercent();
  const { choice, runnersUp } = outcome;
  const own = choice && !isPicked(outcome) && !runnersUp.some(({ tag }) => tag === choice.tag) ? [choice] : [];
  const behind = [...runnersUp, ...own];
  if (behind.length === 0) return null;
  return (
    <>
      {`${t('winners:then')} `}
      {behind.map((each, index) => {
        const text = `${localize(each.name)}\u00a0${percentOf(each)}`;
        return (
          <Fragment key={each.tag}>
            {index > 0 && ', '}
            {each.tag === choice?.tag ? (
              <b className={styles.own}>
                <CheckIcon />
                <span className="visually-hidden">{`${t('yourChoice')}: `}</span>
                {text}
              </b>
            ) : (
              text
            )}
          </Fragment>
        );
      })}
    </>
  );
};

/** Returns a function that formats a nominee's percentage with its sign. */
const usePercent = (): ((company: Company) => string) => {
  const language = useLanguage();
  return ({ percent }) => `${formatPercent(percent, language)}%`;
};
