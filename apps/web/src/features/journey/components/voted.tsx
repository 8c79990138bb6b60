import type { Vote } from '@laurel/contracts/records';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage, useLocalized } from '../../../i18n/language.ts';
import { type Shared, shareFile, shareLink } from '../../../lib/share.ts';
import { closeModal, openModal } from '../../../modals/store.ts';
import type { ModalProps } from '../../../modals/types.ts';
import { useSession } from '../../../session/store.ts';
import { useEdition } from '../../edition/context.ts';
import { linkTo, nextPlace, type Place, progressOf, votedIn } from '../../nominations/flow.ts';
import { showCategory } from '../../nominations/store.ts';
import { ownVotesQuery } from '../../voting/api.ts';
import { FinishedModal } from '../../voting/components/finished-modal.tsx';
import { MyVotesModal, MyVotesWait } from '../../voting/components/my-votes-modal.tsx';
import { VotedModal } from '../../voting/components/voted-modal.tsx';
import { placeName } from '../../voting/flow.ts';
import { useKnownVotes, useOwnVotes } from '../../voting/use-own-votes.ts';
import { choiceOf, picksOf } from '../choice.ts';
import { useRecordLines } from './record-lines.tsx';

const show = (place: Place): void => {
  closeModal();
  showCategory(place);
};

/** The user's choices, and a function that shares a picture of them. The drawing code loads with the first call. */
const usePicks = () => {
  const { t } = useTranslation('voting');
  const localize = useLocalized();
  const { nominations, texts, year } = useEdition();
  const picks = picksOf(nominations, useOwnVotes(), localize);
  const sharePicture = async (): Promise<Shared> => {
    const { drawPicks } = await import('../../voting/picks-picture.ts');
    const picture = await drawPicks({
      title: t('myPicks'),
      awards: `${localize(texts.name)} ${year}`,
      address: window.location.host,
      picks,
      more: (count) => t('morePicks', { count }),
    });
    return shareFile(picture);
  };
  return { picks, sharePicture };
};

/**
 * Shows the vote that was just recorded, and the next category while voting is open; after the last vote, all choices.
 */
export const Voted = ({ vote }: ModalProps['voted']) => {
  const { t } = useTranslation('voting');
  const localize = useLocalized();
  const language = useLanguage();
  const { nominations, texts, year, phase, log } = useEdition();
  const known = useOwnVotes();
  // The votes are loaded again after each vote. The new one counts even if that request fails.
  const isKnown = votedIn(known, vote.nomination, vote.niche) !== undefined;
  const ownVotes: readonly Vote[] = isKnown ? known : [...known, vote];
  const progress = progressOf(nominations, ownVotes);
  const choice = choiceOf(nominations, vote, localize);
  const gone = choice === undefined;
  useEffect(() => {
    if (gone) closeModal();
  }, [gone]);
  if (!choice) return null;
  if (progress.voted === progress.total) return <Finished vote={vote} />;
  const next = phase === 'open' ? nextPlace(nominations, ownVotes, vote) : undefined;
  const nomination = nominations.find(({ tag }) => tag === next?.nomination);
  const category = nomination?.categories.find(({ tag }) => tag === next?.niche);
  const voted = nominations.find(({ tag }) => tag === vote.nomination);
  return (
    <VotedModal
      choice={choice}
      progress={progress}
      recorded={log !== null}
      next={
        next && nomination && category
          ? {
              name: placeName({
                nomination: localize(nomination.title),
                category: nomination.categories.length > 1 ? localize(category.name) : undefined,
              }),
              show: () => show(next),
            }
          : undefined
      }
      onShare={async () => {
        if (!voted) return 'none';
        const nominee = { niche: vote.niche, company: vote.vote };
        const text = t('shareText', { name: choice.nominee, awards: `${localize(texts.name)} ${year}` });
        return shareLink({ text, url: linkTo(window.location.origin, voted, nominee, language) });
      }}
      onClose={closeModal}
    />
  );
};

/** Shows that there is a vote in every category. */
export const Finished = ({ vote }: ModalProps['finished']) => {
  const localize = useLocalized();
  const { nominations } = useEdition();
  const { picks, sharePicture } = usePicks();
  return (
    <FinishedModal
      picks={picks}
      total={progressOf(nominations, []).total}
      latest={vote && choiceOf(nominations, vote, localize)?.nominee}
      onPicture={sharePicture}
      onTell={async (wanted) => (await import('../../voting/calls.ts')).tellWinners(wanted)}
      onMyVotes={() => openModal({ type: 'myVotes', props: {} })}
      onClose={closeModal}
    />
  );
};

/** Lists the user's votes, also for withdrawn nominees, and while voting is open the categories without one. */
export const MyVotes = (_: ModalProps['myVotes']) => {
  const localize = useLocalized();
  const language = useLanguage();
  const { nominations, phase } = useEdition();
  const ownVotes = useKnownVotes();
  const { isError, isPaused, refetch } = useQuery(ownVotesQuery(useSession((session) => session.token)));
  const { sharePicture } = usePicks();
  const lineOf = useRecordLines();
  // Votes that are not loaded yet would count as none.
  if (!ownVotes) return <MyVotesWait failed={isError || isPaused} onRetry={() => void refetch()} />;
  const listed = nominations.map(({ tag, title, categories }) => ({
    tag,
    title: localize(title),
    votes: categories.flatMap(({ tag: niche, name }) => {
      const vote = votedIn(ownVotes, tag, niche);
      const choice = vote === undefined ? undefined : choiceOf(nominations, { nomination: tag, niche, vote }, localize);
      const place = { nomination: tag, niche };
      const category = categories.length > 1 ? localize(name) : undefined;
      const record = lineOf?.(place, vote, choice, placeName({ nomination: localize(title), category }));
      if (vote === undefined && !record && phase !== 'open') return [];
      const withdrawn = vote !== undefined && choice === undefined;
      return [{ key: niche, category, choice, withdrawn, record, show: () => show(place) }];
    }),
  }));
  return (
    <MyVotesModal
      nominations={listed.filter(({ votes }) => votes.length > 0)}
      progress={progressOf(nominations, ownVotes)}
      aboutRecord={lineOf && `/record?lang=${language}`}
      onPicture={sharePicture}
    />
  );
};
