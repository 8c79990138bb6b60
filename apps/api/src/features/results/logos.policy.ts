import { extname } from 'node:path';
import type { Edition } from '@laurel/catalog/edition';
import type { ResultsCategory } from '@laurel/contracts/console/calls/results';
import { winnersOf } from '@laurel/contracts/console/winners';
import { DEFAULT_LANGUAGE, inLanguage } from '@laurel/contracts/languages';
import { asciiName } from './ascii-name.policy.ts';

type Images = Pick<Edition, 'nominations' | 'logos'>;

/** The public name of a nominee's logo. */
const logoOf = ({ nominations }: Images, { nomination, niche }: ResultsCategory, company: string) =>
  nominations
    .find(({ tag }) => tag === nomination)
    ?.categories.find(({ tag }) => tag === niche)
    ?.companies.find(({ tag }) => tag === company)?.logo;

/** The names joined; a category with the name of its nomination is left out, and so is a name without ASCII letters. */
const stemOf = (names: readonly string[]): string => [...new Set(names.map(asciiName))].filter(Boolean).join(' - ');

/** The logos of all winners by the names of their files: nomination, category and nominee. */
export const winnersLogos = (edition: Images, categories: readonly ResultsCategory[]): Map<string, Buffer> => {
  const files = new Map<string, Buffer>();
  // Some systems see no difference between capital and small letters.
  const taken = new Set<string>();
  for (const category of categories) {
    for (const { company, name } of winnersOf(category)) {
      const publicName = logoOf(edition, category, company);
      const logo = edition.logos.find((each) => each.publicName === publicName);
      if (!logo) continue;
      const stem = stemOf([category.title, category.name, name].map((each) => inLanguage(each, DEFAULT_LANGUAGE)));
      let file = stem;
      for (let number = 2; taken.has(file.toLowerCase()); number += 1) file = `${stem} ${number}`;
      taken.add(file.toLowerCase());
      files.set(`${file}${extname(logo.publicName)}`, logo.body);
    }
  }
  return files;
};
