import type { PublicEdition } from '@laurel/contracts/public-edition';
import type { StatisticsItem, Turnout } from '@laurel/contracts/records';
import { fetchEdition } from '../features/edition/store.ts';
import { sincePageMs } from '../lib/server-clock.ts';

/** The data that the server puts into the page, so that the first paint waits for no call. */
export type PageData = {
  /** With the texts of the page's first language only, except for names: see `loadTexts`. */
  readonly edition: PublicEdition;
  readonly statistics: readonly StatisticsItem[];
  /** Null while results are hidden. */
  readonly turnout: Turnout | null;
  readonly ipLookupUrl: string;
  /** The server's time when it sent the page. */
  readonly now: string;
};

/** In development `vite` serves the page without this data, so the page requests it. */
const askForData = async (): Promise<PageData> => {
  const edition = await fetchEdition();
  const statistics: StatisticsItem[] = await (await fetch('/api/vote/statistics')).json();
  const turnout: Turnout | null = await (await fetch('/api/vote/turnout')).json();
  const now = new Date(Date.now() - sincePageMs()).toISOString();
  return { edition, statistics, turnout, ipLookupUrl: '/api/client-ip', now };
};

/** Reads the data that the server put into the page. It has the same build as the page, so it is not validated. */
export const readPageData = async (): Promise<PageData> => {
  const inlined = document.getElementById('laurel-data');
  if (!inlined && import.meta.env.DEV) return askForData();
  const data: Omit<PageData, 'now'> = JSON.parse(inlined?.textContent ?? '');
  return { ...data, now: document.querySelector<HTMLDataElement>('#laurel-now')?.value ?? '' };
};
