// @vitest-environment happy-dom
import type { Phase } from '@laurel/contracts/phase';
import { afterEach, expect, it } from 'vitest';
import { statisticsQuery } from '../features/nominations/api.ts';
import { startI18n } from '../i18n/i18n.ts';
import { category, editionWith, nomination } from '../testing/edition.ts';
import { inPage } from '../testing/page.tsx';
import { render } from '../testing/render.tsx';
import { createQueryClient } from './query-client.ts';
import Winners from './winners.tsx';

const EDITION = editionWith({ phase: 'announced', nominations: [nomination('Voice', category('All', 'ada'))] });
const ITEMS = [{ nomination: 'voice', niche: 'all', results: [{ company: 'ada', percentage: 100 }] }];

let page: Awaited<ReturnType<typeof render>>;
afterEach(() => page.close());

// This test fails if only the list of nominees checks when the totals were requested.
it.each<[Phase, boolean]>([
  ['open', false],
  ['closed', true],
  ['announced', true],
])('winners are named by totals that were requested in the phase %s: %s', async (requestedIn, named) => {
  await startI18n('en');
  const client = createQueryClient();
  client.setQueryData(statisticsQuery().queryKey, { items: ITEMS, requestedIn });
  page = await render(inPage(<Winners inlined={ITEMS} />, { client, edition: EDITION }));
  expect(page.container.textContent?.includes('ada')).toBe(named);
});
