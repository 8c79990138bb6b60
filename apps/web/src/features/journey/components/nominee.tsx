import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage, useLocalized } from '../../../i18n/language.ts';
import { shareLink } from '../../../lib/share.ts';
import { closeModal, openModal } from '../../../modals/store.ts';
import type { ModalProps } from '../../../modals/types.ts';
import { useEdition } from '../../edition/context.ts';
import { NomineeSheet } from '../../nominations/components/nominee-sheet.tsx';
import {
  cardOf,
  leadersOf,
  linkTo,
  nomineeIn,
  otherPlaces,
  ranked,
  rankOf,
  votedIn,
  voteStateOf,
} from '../../nominations/flow.ts';
import { placeName } from '../../voting/flow.ts';
import { useOwnVotes } from '../../voting/use-own-votes.ts';
import { choiceOf } from '../choice.ts';
import { chooseVote } from '../choose-vote.ts';
import { usePublished } from '../use-published.ts';

/** The details of a nominee, and the button to vote. Closes if the edition has no such nominee. */
export const Nominee = ({ nominee }: ModalProps['nominee']) => {
  const { t } = useTranslation('nominee');
  const localize = useLocalized();
  const language = useLanguage();
  const client = useQueryClient();
  const { nominations, texts, year, phase } = useEdition();
  const ownVotes = useOwnVotes();
  const published = usePublished(nominee);
  const found = nomineeIn(nominations, nominee);
  const gone = found === undefined;
  useEffect(() => {
    if (gone) closeModal();
  }, [gone]);
  if (!found) return null;
  const { nomination, category, company } = found;
  const companies = ranked(category, published, undefined);
  const percent = companies.find(({ tag }) => tag === company.tag)?.percent ?? 0;
  const isCounted = companies.some((each) => each.percent > 0);
  const linked = { niche: category.tag, company: company.tag };
  const link = linkTo(window.location.origin, nomination, linked, language);
  return (
    <NomineeSheet
      company={company}
      score={
        isCounted ? { percent, rank: rankOf(company.tag, leadersOf(category, published) ?? [], phase) } : undefined
      }
      others={otherPlaces(nominations, nominee).flatMap((other) => {
        const choice = choiceOf(nominations, other, localize);
        const show = () => openModal({ type: 'nominee', props: { nominee: other } });
        return choice ? [{ name: placeName(choice), show }] : [];
      })}
      place={placeName({
        nomination: localize(nomination.title),
        category: nomination.categories.length > 1 ? localize(category.name) : undefined,
      })}
      vote={voteStateOf(phase, votedIn(ownVotes, nomination.tag, category.tag), company.tag)}
      link={link}
      card={cardOf(nomination, linked, { language, phase, format: 'tall' })}
      onVote={() => chooseVote(nominee, client)}
      onShare={() => {
        const text = t('shareText', { name: localize(company.name), awards: `${localize(texts.name)} ${year}` });
        return shareLink({ text, url: link });
      }}
    />
  );
};
