import { phaseAt, resultsVisible } from '@laurel/contracts/phase';
import type { PublicEdition } from '@laurel/contracts/public-edition';
import type { Edition } from './edition.ts';

/** Where the API serves logos. */
const LOGO_BASE_PATH = '/api/edition/logos/';

/**
 * What GET /api/edition answers at a moment. It changes only with the edition and its phase, so that an ETag over it
 * holds. Every percent starts at 0 and no company is voted for: statistics and own votes come by calls of their own.
 */
export const publicEdition = (edition: Edition, now: Date): PublicEdition => {
  const { year, texts, notices, links, supportEmail, phases, results } = edition;
  const phase = phaseAt(phases, now);
  return {
    year,
    phase,
    phases: {
      votingOpensAt: phases.votingOpensAt?.toISOString() ?? null,
      votingClosesAt: phases.votingClosesAt?.toISOString() ?? null,
      winnersAnnouncedAt: phases.winnersAnnouncedAt?.toISOString() ?? null,
    },
    results: { ...results, visible: resultsVisible(results.visibility, phase) },
    texts,
    notices,
    links,
    supportEmail,
    blockedRegions: [...edition.blockedRegions],
    nominations: edition.nominations.map((nomination) => ({
      ...nomination,
      categories: nomination.categories.map((category) => ({
        ...category,
        companies: category.companies.map((nominee) => ({
          ...nominee,
          logo: `${LOGO_BASE_PATH}${nominee.logo}`,
          percent: 0,
          voted: false,
        })),
      })),
    })),
  };
};
