import type { PublicEdition } from '@laurel/contracts/public-edition';
import type { StatisticsItem } from '@laurel/contracts/records';

/** What the server gives with the page, so that its first paint waits for no call. */
export type PageData = {
  readonly edition: PublicEdition;
  readonly statistics: readonly StatisticsItem[];
  readonly ipLookupUrl: string;
  /** The server's time when it gave the page. */
  readonly now: string;
};

/** `vite` serves the page without the API, so in development it has to be asked. */
const askForData = async (): Promise<PageData> => {
  const edition: { data: PublicEdition } = await (await fetch('/api/edition')).json();
  const statistics: StatisticsItem[] = await (await fetch('/api/vote/statistics')).json();
  return { edition: edition.data, statistics, ipLookupUrl: '/api/client-ip', now: new Date().toISOString() };
};

/** Reads what the server put into the page. It comes from the same build as the page itself, so it is not checked again. */
export const readPageData = async (): Promise<PageData> => {
  const inlined = document.getElementById('laurel-data');
  if (!inlined && import.meta.env.DEV) return askForData();
  const data: Omit<PageData, 'now'> = JSON.parse(inlined?.textContent ?? '');
  return { ...data, now: document.querySelector<HTMLMetaElement>('meta[name=laurel-now]')?.content ?? '' };
};
