import type { Vote } from '@laurel/contracts/records';
import { useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocalized } from '../../../i18n/language.ts';
import { BALLOT_PAUSE_MS } from '../../../lib/limits.ts';
import { closeModal, dismissModal, holdDelay, openModal, useModals } from '../../../modals/store.ts';
import type { ModalProps, ModalRequest } from '../../../modals/types.ts';
import { Button } from '../../../ui/button.tsx';
import { useBackStep } from '../../../ui/use-back-step.ts';
import { useEdition } from '../../edition/context.ts';
import { nextPlace, type Place, placesOf, ranked, votedIn } from '../../nominations/flow.ts';
import { BallotCategory } from '../../voting/components/ballot-category.tsx';
import { BallotCounted, BallotScreen } from '../../voting/components/ballot-screen.tsx';
import { useCast } from '../../voting/use-cast.ts';
import { useOwnVotes } from '../../voting/use-own-votes.ts';
import { choiceOf } from '../choice.ts';
import { chooseInBallot } from '../choose-vote.ts';
import { useCasting } from '../use-casting.ts';
import { usePublished } from '../use-published.ts';

const ballotAt = (at: Place): ModalRequest => ({ type: 'ballot', props: { at } });
const isSame = (a: Place, b: Place): boolean => a.nomination === b.nomination && a.niche === b.niche;

/** The way to a category of the ballot, named like its tab, or like its nomination from elsewhere. */
const useWays = (from: Place) => {
  const localize = useLocalized();
  const { nominations } = useEdition();
  return (to: Place | undefined) => {
    const nomination = nominations.find(({ tag }) => tag === to?.nomination);
    const category = nomination?.categories.find(({ tag }) => tag === to?.niche);
    if (!to || !nomination || !category) return undefined;
    const name = localize(to.nomination === from.nomination ? category.name : nomination.title);
    return { name, go: () => openModal(ballotAt(to)) };
  };
};

/** The user's votes, with the one that was just recorded even if they could not be loaded again. */
const useVotes = ({ at, chosen, counted }: ModalProps['ballot']): readonly Vote[] => {
  const own = useOwnVotes();
  const isNew = counted && chosen !== undefined && votedIn(own, at.nomination, at.niche) === undefined;
  return isNew ? [...own, { ...at, vote: chosen }] : own;
};

/** One category a screen: choose, confirm, and on to the next. */
export const Ballot = (props: ModalProps['ballot']) => {
  const { at, counted } = props;
  const { nominations } = useEdition();
  const votes = useVotes(props);
  const wayTo = useWays(at);
  const places = placesOf(nominations);
  const here = places.findIndex((place) => isSame(place, at));
  const gone = here === -1;
  useEffect(() => {
    if (gone) closeModal();
  }, [gone]);
  const before = wayTo(counted ? at : places[here - 1]);
  useBackStep(before?.go);
  if (gone) return null;
  const next = nextPlace(nominations, votes, at);
  const frame = {
    beads: places.map((place, index) => {
      if (index === here && (!counted || next)) return 'here';
      return votedIn(votes, place.nomination, place.niche) === undefined ? 'open' : 'voted';
    }),
    back: before,
    onLeave: dismissModal,
  } as const;
  const shared = { ...props, votes, frame, next: wayTo(next && isSame(next, at) ? undefined : next) };
  return counted ? <Counted {...shared} /> : <Category key={`${at.nomination} ${at.niche}`} {...shared} />;
};

type Shared = ModalProps['ballot'] & {
  votes: readonly Vote[];
  frame: Pick<Parameters<typeof BallotCounted>[0], 'beads' | 'back' | 'onLeave'>;
  /** The next category without a vote. */
  next: ReturnType<ReturnType<typeof useWays>>;
};

const Counted = ({ at, chosen = '', frame, next }: Shared) => {
  const localize = useLocalized();
  const { nominations } = useEdition();
  const { later, held } = useModals();
  const vote = { ...at, vote: chosen };
  const choice = choiceOf(nominations, vote, localize);
  if (!choice) return null;
  return (
    <BallotCounted
      {...frame}
      choice={choice}
      next={next}
      pause={later && !held ? { ms: BALLOT_PAUSE_MS, hold: holdDelay } : undefined}
      onPicks={() => openModal({ type: 'finished', props: { vote } })}
    />
  );
};

const Category = ({ at, chosen, notice, votes, frame, next }: Shared) => {
  const { t } = useTranslation(['voting', 'nominations']);
  const localize = useLocalized();
  const client = useQueryClient();
  const { nominations } = useEdition();
  const published = usePublished(at);
  const [picked, pick] = useState(chosen);
  const [asked, ask] = useState<string>();
  /** Whether the latest press was of a finger or a mouse: a screen reader and a keyboard go on by the button. */
  const byHand = useRef(false);
  const { busy, isTooLate, failed, news, submit } = useCast(
    useCasting((recorded) => {
      const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
      const onward = nextPlace(nominations, [...votes, recorded], at);
      openModal(
        { type: 'ballot', props: { at, chosen: recorded.vote, counted: true } },
        byHand.current && !still && onward ? { next: ballotAt(onward), delayMs: BALLOT_PAUSE_MS } : undefined,
      );
    }),
  );
  const nomination = nominations.find(({ tag }) => tag === at.nomination);
  const category = nomination?.categories.find(({ tag }) => tag === at.niche);
  if (!nomination || !category) return null;
  const voted = votedIn(votes, at.nomination, at.niche);
  const lit = voted ?? picked;
  const companies = ranked(category, published, undefined);
  const isCounted = companies.some(({ percent }) => percent > 0);
  const nameOf = (vote: string) => choiceOf(nominations, { ...at, vote }, localize)?.nominee ?? '';

  const confirm = async (event: MouseEvent, vote: string) => {
    byHand.current &&= event.detail > 0 && event.buttons === 0;
    ask(vote);
    const whole = { ...at, vote };
    if (!(await chooseInBallot(whole, client))) await submit(whole);
  };
  const isRefused = failed && asked === lit;
  const hint = () => {
    if (voted !== undefined) return { text: t('nominations:alreadyVoted') };
    if (isRefused && !navigator.onLine) return { text: t('ballot.offline'), tone: 'bad' } as const;
    if (news && (isRefused || !failed)) return news;
    return { text: t(lit === undefined ? 'ballot.choose' : 'ballot.final') };
  };
  const button = () => {
    if (voted !== undefined) {
      return next && <Button onClick={next.go}>{t('ballot.next', { name: next.name })}</Button>;
    }
    if (isTooLate) return null;
    if (lit === undefined) {
      return (
        next && (
          <Button tone="plain" onClick={next.go}>
            {t('ballot.skip')}
          </Button>
        )
      );
    }
    return (
      <Button
        tone={isRefused ? 'ghost' : 'gold'}
        busy={busy}
        onPointerDown={({ width, height }) => {
          byHand.current = width > 0 && height > 0;
        }}
        onClick={(event) => void confirm(event, lit)}
      >
        {isRefused ? t('tryAgain') : t('nominations:voteFor', { name: nameOf(lit) })}
      </Button>
    );
  };
  return (
    <BallotScreen {...frame} name={`ballot ${at.nomination} ${at.niche}`} hint={hint()} foot={button()}>
      <BallotCategory
        lead={
          nomination.categories.length > 1
            ? localize(nomination.title)
            : t('nominations:summary.nominees', { count: companies.length })
        }
        title={localize(nomination.categories.length > 1 ? category.name : nomination.title)}
        nominees={category.companies.map(({ tag, name, logo }) => ({
          tag,
          logo,
          name: localize(name),
          percent: isCounted ? companies.find((each) => each.tag === tag)?.percent : undefined,
        }))}
        lit={lit}
        onChoose={voted === undefined && !isTooLate && !busy ? pick : undefined}
        notice={notice}
      />
    </BallotScreen>
  );
};
