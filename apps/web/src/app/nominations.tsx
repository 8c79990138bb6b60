import { SCROLL_DELAY_MS } from '@laurel/contracts/limits';
import type { StatisticsItem } from '@laurel/contracts/records';
import { useEffect, useState } from 'react';
import { NominationList } from '../features/nominations/components/nomination-list.tsx';
import { deepLinkOf, openAtFirst } from '../features/nominations/flow.ts';
import { useLocalized } from '../i18n/language.ts';
import { ButtonLink } from '../ui/button.tsx';
import { useEdition } from './edition.ts';
import styles from './nominations.module.css';
import { NOMINATIONS_ID, scrollToId } from './scroll-to.ts';
import { useOwnVotes } from './use-own-votes.ts';
import { useStatistics } from './use-statistics.ts';
import { wishFor } from './wish.ts';

/** All nominations with their live percentages, and whom to write to about them. */
export const Nominations = ({ inlined }: { inlined: readonly StatisticsItem[] }) => {
  const say = useLocalized();
  const { texts, nominations, links, phase, results } = useEdition();
  const statistics = useStatistics(inlined);
  const ownVotes = useOwnVotes();
  const [link] = useState(() => deepLinkOf(window.location.search, nominations));
  const [expanded, setExpanded] = useState(() => openAtFirst(link, nominations));

  useEffect(() => {
    if (link.kind === 'none') return undefined;
    const forget = () => window.history.replaceState(null, '', '/');
    if (link.kind === 'unknown') {
      forget();
      return undefined;
    }
    const timer = window.setTimeout(() => {
      scrollToId(link.tag);
      forget();
    }, SCROLL_DELAY_MS);
    return () => window.clearTimeout(timer);
  }, [link]);

  const { title, lead } = texts.nominations;
  return (
    <section id={NOMINATIONS_ID} className={styles.nominations}>
      <div className="wrap">
        <div className={styles.head}>
          <h2>{say(title)}</h2>
          {lead && <p>{say(lead)}</p>}
        </div>
        <NominationList
          nominations={nominations}
          ballot={{
            statistics,
            ownVotes,
            open: phase === 'open',
            resultsVisible: results.visible,
            onVote: wishFor,
          }}
          expanded={expanded}
          onExpand={setExpanded}
        />
        <div className={styles.banner}>
          <p>{say(texts.contactBanner.title)}</p>
          <ButtonLink href={links.contact}>{say(texts.contactBanner.button)}</ButtonLink>
        </div>
      </div>
    </section>
  );
};
