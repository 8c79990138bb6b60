import { hashHandle, isHandle } from '../crypto/random.ts';
import type { Fields } from '../features/nominees/correction.policy.ts';
import { openKit, storeSuggestion } from '../features/nominees/kits.store.ts';
import { loadPage, type PageData } from '../features/page/service.ts';
import { createShare } from '../features/page/share.service.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { wireVoting } from './voting.ts';

/** Wires the built page with its data, and the pictures for shared links. */
export const wirePage = async (
  { config, clock, pool, served, currentEdition, publicUrl, webDir, logger }: Infrastructure,
  { editionService, phases, shares, statistics, turnout }: Awaited<ReturnType<typeof wireVoting>>,
) => {
  const shownEdition = () => editionService.at(clock.now());
  const page = webDir === undefined ? undefined : await loadPage(webDir, shownEdition().edition);
  // The page's header, with the time left, is rendered in advance.
  const redraw = (): void => {
    page?.redraw(shownEdition().edition).catch((error: unknown) => {
      logger.warn({ err: error }, 'the page could not be rendered again');
    });
  };
  phases.onMoved(redraw);
  served.onImported(redraw);
  const share = createShare({
    edition: currentEdition,
    publicUrl,
    phase: () => phases.at(clock.now()),
    settled: () => phases.isSettled(clock.now()),
    statistics: shares,
    logo: (publicName) => editionService.image('logos', publicName),
    openDrawing: async () => (await import('../adapters/link-card/drawing.ts')).openDrawing(),
  });
  const pageData = async (): Promise<PageData> => {
    const [published, people] = await Promise.all([statistics.current(), turnout.current()]);
    const now = clock.now();
    const { edition, answer } = editionService.at(now);
    return {
      now,
      phase: edition.phase,
      accent: edition.look?.accent,
      analytics: edition.analytics,
      version: answer.etag + published.etag + people.etag,
      shared: () => ({
        edition,
        statistics: JSON.parse(published.body.toString()),
        turnout: JSON.parse(people.body.toString()),
        ipLookupUrl: config.IP_LOOKUP_URL,
      }),
    };
  };
  /** The nominee whose kit has a secret. */
  const nomineeOfKit = async (secret: string) =>
    isHandle(secret) ? openKit(pool, hashHandle(secret), clock.now()) : undefined;
  const suggest = (secret: string, fields: Fields) => storeSuggestion(pool, hashHandle(secret), fields, clock.now());
  return { page, share, pageData, openKit: nomineeOfKit, suggest };
};
