import type { StatisticsItem } from '@laurel/contracts/records';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useEdition } from '../features/edition/context.ts';
import { statisticsQuery } from '../features/nominations/api.ts';
import { WinnersStage } from '../features/nominations/components/winners-stage.tsx';
import { shownIn } from '../features/nominations/totals.ts';
import { WINNERS_ID } from '../lib/scroll.ts';
import { openModal } from '../modals/store.ts';

/** The winners, once they are announced. */
const Winners = ({ inlined }: { inlined: readonly StatisticsItem[] }) => {
  const { t } = useTranslation('page');
  const { nominations, phase } = useEdition();
  // The nominations below load and refresh the totals.
  const { data } = useQuery({
    ...statisticsQuery(),
    initialData: { items: inlined, requestedIn: phase },
    enabled: false,
  });
  return (
    <section id={WINNERS_ID} className="wrap" aria-labelledby="winners-title">
      <h2 id="winners-title" className="visually-hidden">
        {t('winners.all')}
      </h2>
      <WinnersStage
        nominations={nominations}
        statistics={shownIn(phase, data)}
        onShare={(vote, joint) => openModal({ type: 'winnerCard', props: { vote, joint } })}
      />
    </section>
  );
};

export default Winners;
