import type { StatisticsItem } from '@laurel/contracts/records';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEdition } from '../features/edition/context.ts';
import { chooseVote } from '../features/journey/choose-vote.ts';
import { NominationList } from '../features/nominations/components/nomination-list.tsx';
import { NomineeSearch } from '../features/nominations/components/nominee-search.tsx';
import { StaleNotice } from '../features/nominations/components/stale-notice.tsx';
import { type DeepLink, deepLinkOf, openAtFirst } from '../features/nominations/flow.ts';
import { expand, goToMarked, useShown } from '../features/nominations/store.ts';
import { useKnownVotes } from '../features/voting/use-own-votes.ts';
import { useLocalized } from '../i18n/language.ts';
import { keepInView } from '../lib/keep-in-view.ts';
import { SCROLL_DELAY_MS } from '../lib/limits.ts';
import { NOMINATIONS_ID } from '../lib/scroll.ts';
import { ButtonLink } from '../ui/button.tsx';
import styles from './nominations.module.css';
import { useStatistics } from './use-statistics.ts';

/** All nominations with their live percentages, and the contact address. */
export const Nominations = ({ inlined }: { inlined: readonly StatisticsItem[] }) => {
  const { t } = useTranslation('page');
  const localize = useLocalized();
  const { texts, nominations, links, phase, results } = useEdition();
  const knownVotes = useKnownVotes();
  const { statistics, stale } = useStatistics(inlined, knownVotes?.length, phase);
  const client = useQueryClient();
  const [link] = useState(() => deepLinkOf(window.location.search, nominations));
  const [atFirst] = useState(() => openAtFirst(link, nominations, phase));
  // The same value before and after it is stored below: storing it renders nothing again.
  const expanded = useShown((shown) => shown.expanded ?? atFirst);
  const marked = useShown((shown) => shown.marked);
  const shownLink: DeepLink = marked ? { kind: 'known', tag: marked.nomination, nominee: marked } : link;
  // Stores the initially open nominations, so that they stay open when another one opens.
  useEffect(() => {
    if (useShown.getState().expanded === undefined) expand(atFirst);
  }, [atFirst]);

  useEffect(() => {
    if (link.kind === 'none') return undefined;
    // What led here stays in the address, where the server counts by it.
    const forget = () => {
      const query = new URLSearchParams(window.location.search);
      const from =
        query.get('utm_campaign') ??
        query.get('utm_source') ??
        (link.kind === 'known' && link.nominee && `n/${link.tag}/${link.nominee.niche}/${link.nominee.company}`);
      window.history.replaceState(window.history.state, '', from ? `/?utm_campaign=${encodeURIComponent(from)}` : '/');
    };
    if (link.kind === 'unknown') {
      forget();
      return undefined;
    }
    let stop: (() => void) | undefined;
    const timer = window.setTimeout(() => {
      // The winners above may load later and move the nominations, so the target is kept in view.
      stop = link.nominee ? goToMarked(document.activeElement === document.body) : keepInView(link.tag);
      forget();
    }, SCROLL_DELAY_MS);
    return () => {
      window.clearTimeout(timer);
      stop?.();
    };
  }, [link]);

  const { title, lead } = texts.nominations;
  const hidden = phase === 'closed' && !results.visible;
  const note = phase === 'open' ? lead && localize(lead) : t(`phaseNote.${hidden ? 'closedHidden' : phase}`);
  return (
    <section id={NOMINATIONS_ID} className={styles.nominations}>
      <div className="wrap">
        <div className={styles.head}>
          <h2>{phase === 'announced' ? t('winners.results') : localize(title)}</h2>
          {note && <p>{note}</p>}
        </div>
        {stale && results.visible && <StaleNotice />}
        <NomineeSearch nominations={nominations} />
        <NominationList
          nominations={nominations}
          ballot={{
            statistics,
            ownVotes: knownVotes ?? [],
            phase,
            results,
            onVote: (vote) => chooseVote(vote, client),
          }}
          link={shownLink}
          expanded={expanded}
          onExpand={expand}
        />
        <div className={styles.banner}>
          <p>{localize(texts.contactBanner.title)}</p>
          <ButtonLink href={links.contact}>{localize(texts.contactBanner.button)}</ButtonLink>
        </div>
      </div>
    </section>
  );
};
