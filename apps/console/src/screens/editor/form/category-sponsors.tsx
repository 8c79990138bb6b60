import { NOMINATION_FIELDS } from '@laurel/contracts/console/edition-fields';
import { useMemo } from 'react';
import { fieldWords } from '../../../i18n/field-words.ts';
import { useLanguage } from '../../../i18n/language.ts';
import { FieldView } from './field-view.tsx';

const [, SPONSORS] = NOMINATION_FIELDS.category;

/** The sponsors of a category. It loads with the first menu of a category. */
const CategorySponsors = ({ path }: { path: string }) => {
  const language = useLanguage();
  const words = useMemo(() => fieldWords(language), [language]);
  return <FieldView field={{ ...SPONSORS, path: `${path}.sponsors` }} words={words} name="sponsors" />;
};
export default CategorySponsors;
