import type { StatisticsItem } from '@laurel/contracts/records';
import { useTranslation } from 'react-i18next';
import { useEdition } from '../features/edition/context.ts';
import { WinnersStage } from '../features/nominations/components/winners-stage.tsx';
import { useOwnVotes } from '../features/voting/use-own-votes.ts';
import { useWinnersTexts } from '../i18n/winners-texts.ts';
import { WINNERS_ID } from '../lib/scroll.ts';
import { openModal } from '../modals/store.ts';
import { useFinalStatistics } from './use-final-statistics.ts';
import { YourNight, YourNightLink } from './your-night.tsx';

/** The winners, once they are announced. */
const Winners = ({ inlined }: { inlined: readonly StatisticsItem[] }) => {
  useWinnersTexts();
  const { t } = useTranslation('page');
  const { nominations, results } = useEdition();
  const shown = { nominations, statistics: useFinalStatistics(inlined), votes: useOwnVotes() };
  return (
    <>
      <YourNightLink {...shown} />
      <section id={WINNERS_ID} aria-labelledby="winners-title">
        <h2 id="winners-title" className="visually-hidden">
          {t('winners.all')}
        </h2>
        <WinnersStage
          {...shown}
          unknown={results.onStage ? 'onStage' : 'loading'}
          onShare={(vote, joint) => openModal({ type: 'winnerCard', props: { vote, joint } })}
        />
        <YourNight {...shown} />
      </section>
    </>
  );
};

export default Winners;
