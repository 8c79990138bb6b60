import type { Turnout } from '@laurel/contracts/records';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/language.ts';
import { formatInteger } from '../lib/numbers.ts';

/** The votes in all categories and the people who voted. Each is a dash while it is not known. */
export const TurnoutFacts = ({ turnout }: { turnout: Turnout | null | undefined }) => {
  const { t } = useTranslation('page');
  const language = useLanguage();
  const { votes, voters } = turnout ?? { votes: 0, voters: 0 };
  return (
    <>
      <li data-turnout>
        <b>{turnout ? formatInteger(votes, language) : '–'}</b> <span>{t('facts.votes', { count: votes })}</span>
      </li>
      <li data-turnout>
        <b>{turnout ? formatInteger(voters, language) : '–'}</b> <span>{t('facts.voters', { count: voters })}</span>
      </li>
    </>
  );
};
