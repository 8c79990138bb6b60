import { phaseTimesText, resultsVisible, STANDARD_NOMINATING, shownPhaseAt } from '@laurel/contracts/phase';
import { type PublicEdition, publicEditionSchema } from '@laurel/contracts/public-edition';
import { SOCIAL_NETWORKS } from '@laurel/contracts/verification';
import type { Company, Edition } from './edition.ts';

/** The path below which the API has the logos and pictures. */
const IMAGES_PATH = '/api/edition/';

/** What the deployment adds to the edition: its public log, or null, and the social networks that are set up. */
export type Deployment = Pick<PublicEdition, 'log' | 'socialNetworks'>;

/** A nominee in the response. Leaves out keys without a value to save space, because every page contains every nominee. */
const publicNominee = ({ logo, picture, ...nominee }: Company, imagesPath: string) => ({
  ...Object.fromEntries(Object.entries(nominee).filter(([, value]) => value !== null)),
  logo: `${imagesPath}logos/${logo}`,
  percent: 0,
  voted: false,
  ...(picture && { picture: { src: `${imagesPath}pictures/${picture.file}`, alt: picture.alt } }),
});

const withPaths = (sponsors: Edition['sponsors'], imagesPath: string) =>
  sponsors?.map((each) => ({ ...each, logo: `${imagesPath}logos/${each.logo}` }));

/**
 * The response of GET /api/edition at a time, with the fields that its schema names. It only changes with the edition and its
 * phase, so an ETag stays valid. `percent` is always 0 and `voted` false: statistics and the user's votes have their own endpoints.
 * @param imagesPath the path below which `logos/` and `pictures/` are
 */
export const publicEdition = (
  edition: Edition,
  now: Date,
  deployment: Deployment = { log: null, socialNetworks: [...SOCIAL_NETWORKS] },
  imagesPath: string = IMAGES_PATH,
): PublicEdition => {
  const { phases, results, look, announce, nominating = STANDARD_NOMINATING } = edition;
  const phase = shownPhaseAt(phases, now);
  return publicEditionSchema.parse({
    ...edition,
    ...deployment,
    phase,
    phases: phaseTimesText(phases),
    nominating: phases.nominatingOpensAt ? nominating : undefined,
    sponsors: withPaths(edition.sponsors, imagesPath),
    look: look && { ...look, logo: look.logo && `${imagesPath}logos/${look.logo}` },
    results: { ...results, visible: resultsVisible(results.visibility, phase), ...(announce && { onStage: true }) },
    nominations: edition.nominations.map((nomination) => ({
      ...nomination,
      categories: nomination.categories.map((category) => ({
        ...category,
        sponsors: withPaths(category.sponsors, imagesPath),
        companies: category.companies.map((company) => publicNominee(company, imagesPath)),
      })),
    })),
  });
};

/**
 * The content of an edition, independent of its phase. Its leaf in the public log has the hash of this content. The
 * times are those of the edition's files.
 */
export const editionContent = ({ logos: _logos, pictures: _pictures, ...content }: Edition) => ({
  ...content,
  phases: phaseTimesText(content.phases),
});
