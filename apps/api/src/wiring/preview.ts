import type { Edition } from '@laurel/catalog/edition';
import { effectiveTimes } from '../features/phases/policy.ts';
import { readMoved } from '../features/phases/store.ts';
import { createPreviews } from '../features/preview/service.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { wireVoting } from './voting.ts';

/** Wires the previews of drafts at their secret addresses. */
export const wirePreview = (
  { pool, clock, currentEdition }: Infrastructure,
  { editionService }: Awaited<ReturnType<typeof wireVoting>>,
) => ({
  previews: createPreviews({
    db: pool,
    openReader: async () => (await import('../adapters/edition-reader/reader.ts')).createEditionReader(),
    // Organisers moved the times of the current year.
    timesOf: async ({ year, phases }: Edition) =>
      year === currentEdition().year ? effectiveTimes(phases, await readMoved(pool)) : phases,
    // The public record does not know of drafts.
    deployment: () => ({ log: null, socialNetworks: editionService.at(clock.now()).edition.socialNetworks }),
    now: () => clock.now(),
  }),
});
