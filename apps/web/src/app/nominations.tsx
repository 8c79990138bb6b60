import type { StatisticsItem } from '@laurel/contracts/records';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEdition } from '../features/edition/context.ts';
import { chooseVote } from '../features/journey/store.ts';
import { statisticsQuery } from '../features/nominations/api.ts';
import { NominationList } from '../features/nominations/components/nomination-list.tsx';
import { LINKED_ID } from '../features/nominations/components/nominee-card.tsx';
import { StaleNotice } from '../features/nominations/components/stale-notice.tsx';
import { deepLinkOf, openAtFirst } from '../features/nominations/flow.ts';
import { useLocalized } from '../i18n/language.ts';
import { SCROLL_DELAY_MS } from '../lib/limits.ts';
import { ButtonLink } from '../ui/button.tsx';
import styles from './nominations.module.css';
import { NOMINATIONS_ID, scrollToId } from './scroll-to.ts';
import { useOwnVotes } from './use-own-votes.ts';
import { useStatistics } from './use-statistics.ts';

/** All nominations with their live percentages, and the contact address. */
export const Nominations = ({ inlined }: { inlined: readonly StatisticsItem[] }) => {
  const { t } = useTranslation('page');
  const say = useLocalized();
  const { texts, nominations, links, phase, results } = useEdition();
  const { statistics, stale } = useStatistics(inlined);
  const ownVotes = useOwnVotes();
  const client = useQueryClient();
  const [link] = useState(() => deepLinkOf(window.location.search, nominations));
  const [expanded, setExpanded] = useState(() => openAtFirst(link, nominations));

  // A new phase may have final totals, or totals that were hidden before.
  const shownPhase = useRef(phase);
  useEffect(() => {
    if (shownPhase.current === phase) return;
    shownPhase.current = phase;
    void client.invalidateQueries({ queryKey: statisticsQuery().queryKey });
  }, [client, phase]);

  useEffect(() => {
    if (link.kind === 'none') return undefined;
    const forget = () => window.history.replaceState(window.history.state, '', '/');
    if (link.kind === 'unknown') {
      forget();
      return undefined;
    }
    const timer = window.setTimeout(() => {
      scrollToId(link.nominee ? LINKED_ID : link.tag);
      forget();
    }, SCROLL_DELAY_MS);
    return () => window.clearTimeout(timer);
  }, [link]);

  const { title, lead } = texts.nominations;
  const hidden = phase === 'closed' && !results.visible;
  const note = phase === 'open' ? lead && say(lead) : t(`standing.${hidden ? 'closedHidden' : phase}`);
  return (
    <section id={NOMINATIONS_ID} className={styles.nominations}>
      <div className="wrap">
        <div className={styles.head}>
          <h2>{say(title)}</h2>
          {note && <p>{note}</p>}
        </div>
        {stale && results.visible && <StaleNotice />}
        <NominationList
          nominations={nominations}
          ballot={{
            statistics,
            ownVotes,
            phase,
            resultsVisible: results.visible,
            onVote: chooseVote,
          }}
          link={link}
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
