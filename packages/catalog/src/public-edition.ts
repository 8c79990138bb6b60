import { type PhaseTimes, phaseAt, resultsVisible } from '@laurel/contracts/phase';
import type { PublicEdition } from '@laurel/contracts/public-edition';
import { SOCIAL_NETWORKS } from '@laurel/contracts/verification';
import type { Company, Edition } from './edition.ts';

/** The paths of logos and pictures in the API. */
const LOGO_BASE_PATH = '/api/edition/logos/';
const PICTURE_BASE_PATH = '/api/edition/pictures/';

/** What the deployment adds to the edition: its public log, or null, and the social networks that are set up. */
export type Deployment = Pick<PublicEdition, 'log' | 'socialNetworks'>;

/** Times in ISO 8601. */
const inIso = ({ votingOpensAt, votingClosesAt, winnersAnnouncedAt }: PhaseTimes): PublicEdition['phases'] => ({
  votingOpensAt: votingOpensAt?.toISOString() ?? null,
  votingClosesAt: votingClosesAt?.toISOString() ?? null,
  winnersAnnouncedAt: winnersAnnouncedAt?.toISOString() ?? null,
});

type PublicNominee = PublicEdition['nominations'][number]['categories'][number]['companies'][number];

/** A nominee in the response. Leaves out keys without a value to save space, because every page contains every nominee. */
const publicNominee = ({ picture, video, ...nominee }: Company): PublicNominee => ({
  ...nominee,
  logo: `${LOGO_BASE_PATH}${nominee.logo}`,
  percent: 0,
  voted: false,
  ...(picture ? { picture: { src: `${PICTURE_BASE_PATH}${picture.file}`, alt: picture.alt } } : {}),
  ...(video === null ? {} : { video }),
});

/**
 * The response of GET /api/edition at a time. It only changes with the edition and its phase, so an ETag stays valid.
 * `percent` is always 0 and `voted` false: statistics and the user's votes have their own endpoints.
 */
export const publicEdition = (
  edition: Edition,
  now: Date,
  { log, socialNetworks }: Deployment = { log: null, socialNetworks: [...SOCIAL_NETWORKS] },
): PublicEdition => {
  const { year, texts, notices, links, supportEmail, phases, results } = edition;
  const phase = phaseAt(phases, now);
  return {
    year,
    phase,
    phases: inIso(phases),
    results: {
      visibility: results.visibility,
      publishEvery: results.publishEvery,
      visible: resultsVisible(results.visibility, phase),
    },
    log,
    texts,
    notices,
    links,
    socialNetworks,
    supportEmail,
    blockedRegions: [...edition.blockedRegions],
    nominations: edition.nominations.map((nomination) => ({
      ...nomination,
      categories: nomination.categories.map((category) => ({
        ...category,
        companies: category.companies.map(publicNominee),
      })),
    })),
  };
};

/**
 * The content of an edition, independent of its phase. Its leaf in the public log has the hash of this content. The
 * times are those of the edition's files.
 */
export const editionContent = (edition: Edition) => {
  const { year, texts, notices, links, phases, results, approvals, log, supportEmail, blockedRegions } = edition;
  return {
    year,
    phases: inIso(phases),
    results,
    approvals,
    log,
    texts,
    notices,
    links,
    supportEmail,
    blockedRegions,
    nominations: edition.nominations,
  };
};
