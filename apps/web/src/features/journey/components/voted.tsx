import type { Vote } from '@laurel/contracts/records';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage, useLocalized } from '../../../i18n/language.ts';
import { type Shared, shareFile, shareLink } from '../../../lib/share.ts';
import { closeModal, openModal } from '../../../modals/store.ts';
import type { ModalProps } from '../../../modals/types.ts';
import { useEdition } from '../../edition/context.ts';
import { linkTo, nextPlace, type Place, progressOf, votedIn } from '../../nominations/flow.ts';
import { showCategory } from '../../nominations/store.ts';
import { FinishedModal } from '../../voting/components/finished-modal.tsx';
import { MyVotesModal } from '../../voting/components/my-votes-modal.tsx';
import { VotedModal } from '../../voting/components/voted-modal.tsx';
import { placeName } from '../../voting/flow.ts';
import { useOwnVotes } from '../../voting/use-own-votes.ts';
import { choiceOf, picksOf } from '../choice.ts';

const show = (place: Place): void => {
  closeModal();
  showCategory(place);
};

/** The user's choices, and how to share a picture of them; its code loads when one is asked for. */
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

/** Shows the vote that was just recorded; the last one ends in the finish. */
export const Voted = ({ vote }: ModalProps['voted']) => {
  const { t } = useTranslation('voting');
  const localize = useLocalized();
  const language = useLanguage();
  const { nominations, texts, year } = useEdition();
  const known = useOwnVotes();
  // The votes are loaded again after a vote: this one counts also where that fails.
  const isKnown = votedIn(known, vote.nomination, vote.niche) !== undefined;
  const ownVotes: readonly Vote[] = isKnown ? known : [...known, vote];
  const next = nextPlace(nominations, ownVotes, vote);
  const choice = choiceOf(nominations, vote, localize);
  const gone = choice === undefined;
  useEffect(() => {
    if (gone) closeModal();
  }, [gone]);
  if (!choice) return null;
  if (!next) return <Finished vote={vote} />;
  const nomination = nominations.find(({ tag }) => tag === next.nomination);
  const category = nomination?.categories.find(({ tag }) => tag === next.niche);
  const voted = nominations.find(({ tag }) => tag === vote.nomination);
  return (
    <VotedModal
      choice={choice}
      progress={progressOf(nominations, ownVotes)}
      next={
        nomination && category
          ? placeName({
              nomination: localize(nomination.title),
              category: nomination.categories.length > 1 ? localize(category.name) : undefined,
            })
          : ''
      }
      onNext={() => show(next)}
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
      latest={vote && choiceOf(nominations, vote, localize)?.nominee}
      onPicture={sharePicture}
      onMyVotes={() => openModal({ type: 'myVotes', props: {} })}
      onClose={closeModal}
    />
  );
};

/** Lists the user's votes, and while voting is open also the categories without one. */
export const MyVotes = (_: ModalProps['myVotes']) => {
  const localize = useLocalized();
  const { nominations, phase } = useEdition();
  const ownVotes = useOwnVotes();
  const { sharePicture } = usePicks();
  const listed = nominations.map(({ tag, title, categories }) => ({
    tag,
    title: localize(title),
    votes: categories.flatMap(({ tag: niche, name }) => {
      const vote = votedIn(ownVotes, tag, niche);
      const choice = vote === undefined ? undefined : choiceOf(nominations, { nomination: tag, niche, vote }, localize);
      if (!choice && phase !== 'open') return [];
      const category = categories.length > 1 ? localize(name) : undefined;
      return [{ key: niche, category, choice, show: () => show({ nomination: tag, niche }) }];
    }),
  }));
  return (
    <MyVotesModal
      nominations={listed.filter(({ votes }) => votes.length > 0)}
      progress={progressOf(nominations, ownVotes)}
      onPicture={sharePicture}
    />
  );
};
