import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage, useLocalized } from '../../../i18n/language.ts';
import { fetchFile, shareFile, shareLink } from '../../../lib/share.ts';
import { closeModal } from '../../../modals/store.ts';
import type { ModalProps } from '../../../modals/types.ts';
import { useEdition } from '../../edition/context.ts';
import { cardOf, linkTo } from '../../nominations/flow.ts';
import { WinnerCardModal } from '../../voting/components/winner-card-modal.tsx';
import { choiceOf } from '../choice.ts';

/** The drawn card of a winner, and the link to the winner. */
export const WinnerCard = ({ vote, joint }: ModalProps['winnerCard']) => {
  const { t } = useTranslation('voting');
  const localize = useLocalized();
  const language = useLanguage();
  const { nominations, texts, year, phase } = useEdition();
  const winner = choiceOf(nominations, vote, localize);
  const nomination = nominations.find(({ tag }) => tag === vote.nomination);
  const gone = winner === undefined || nomination === undefined;
  useEffect(() => {
    if (gone) closeModal();
  }, [gone]);
  if (gone) return null;
  const nominee = { niche: vote.niche, company: vote.vote };
  const fileName = `${vote.vote}-${year}`;
  const cards = {
    tall: cardOf(nomination, nominee, { language, phase, format: 'tall' }),
    wide: cardOf(nomination, nominee, { language, phase, format: 'wide' }),
  };
  const text = t('winnerCard.text', { name: winner.nominee, awards: `${localize(texts.name)} ${year}` });
  return (
    <WinnerCardModal
      winner={winner}
      label={t(joint ? 'winnerCard.joint' : 'winnerCard.winner', { year })}
      cards={cards}
      fileName={fileName}
      onPicture={async () => shareFile(await fetchFile(cards.tall, `${fileName}-1080x1350.png`))}
      onLink={() => shareLink({ text, url: linkTo(window.location.origin, nomination, nominee, language) })}
    />
  );
};
