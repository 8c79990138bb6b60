import type { StatisticsItem, Vote } from '@laurel/contracts/records';
import { useTranslation } from 'react-i18next';
import { useEdition } from '../features/edition/context.ts';
import { picksOf } from '../features/journey/choice.ts';
import { WinnersRing } from '../features/nominations/components/winners-ring.tsx';
import type { Nomination } from '../features/nominations/flow.ts';
import { outcomesOf } from '../features/nominations/outcome.ts';
import { isPicked, pickedOf } from '../features/nominations/wins.ts';
import { useLocalized } from '../i18n/language.ts';
import { shareFile } from '../lib/share.ts';
import { openModal } from '../modals/store.ts';
import { AppLink, Button } from '../ui/button.tsx';
import { ForwardIcon } from '../ui/icons.tsx';
import { ShareButton } from '../ui/share-button.tsx';
import styles from './your-night.module.css';

type Props = {
  nominations: readonly Nomination[];
  statistics: readonly StatisticsItem[];
  votes: readonly Vote[];
};

const ID = 'your-night';

const allOutcomes = ({ nominations, statistics, votes }: Props) =>
  nominations.flatMap((nomination) => outcomesOf(nomination, statistics, votes));

/** The visitor's votes for winners. */
const winningVotes = ({ nominations, statistics, votes }: Props) =>
  nominations.flatMap((nomination) =>
    outcomesOf(nomination, statistics, votes).flatMap((outcome) =>
      isPicked(outcome)
        ? votes.filter((vote) => vote.nomination === nomination.tag && vote.niche === outcome.category.tag)
        : [],
    ),
  );

/** How many winners the visitor voted for; leads to the picture of it. */
export const YourNightLink = (shown: Props) => {
  const { t } = useTranslation('winners');
  const { won, of } = pickedOf(allOutcomes(shown));
  if (of === 0) return null;
  return (
    <p className={styles.link}>
      <AppLink tone="ghost" href={`#${ID}`}>
        {t('picked', { won, of })}
        <ForwardIcon />
      </AppLink>
    </p>
  );
};

/** The visitor's night: how many winners they voted for, as a ring and as a picture to share. */
export const YourNight = (shown: Props) => {
  const { t } = useTranslation(['winners', 'page', 'voting']);
  const localize = useLocalized();
  const { nominations, texts, year } = useEdition();
  const { won, of, second } = pickedOf(allOutcomes(shown));
  if (of === 0) return null;
  const awards = `${localize(texts.name)} ${year}`;
  const share = async () => {
    const { drawPicks } = await import('../features/voting/picks-picture.ts');
    const picture = await drawPicks({
      title: t('shared', { won, of }),
      awards,
      address: window.location.host,
      picks: picksOf(nominations, winningVotes(shown), localize),
      more: (count) => t('voting:morePicks', { count }),
    });
    return shareFile(picture);
  };
  return (
    <div id={ID} className={styles.night}>
      <div className="wrap">
        <div className={styles.picture}>
          <WinnersRing {...shown} />
          <p>
            <b>{won}</b> <small>{t('of', { of })}</small>
          </p>
          <small>{awards}</small>
        </div>
        <div className={styles.words}>
          <p className={styles.eye}>{t('yourNight')}</p>
          <h3>{t('picked', { won, of })}</h3>
          <p className={styles.text}>
            {second > 0 && `${t('second', { count: second })} `}
            {t('beads')}
          </p>
        </div>
        <div className={styles.acts}>
          {won > 0 && <ShareButton tone="gold" label={t('share')} onShare={share} />}
          <Button tone="ghost" full onClick={() => openModal({ type: 'myVotes', props: {} })}>
            {t('myVotes')}
          </Button>
        </div>
      </div>
    </div>
  );
};
