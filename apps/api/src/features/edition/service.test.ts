import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { loadEdition } from '@laurel/catalog/load-edition';
import { expect, it } from 'vitest';
import { createServedEdition } from './service.ts';
import type { Imported } from './store.ts';

const edition = await loadEdition(demoEditionDir);
const imported = (id: number): Imported => ({ id, importedAt: new Date(0), importedBy: null, edition, nominees: [] });

// This test fails if a refresh shares a running read: the previous edition was served.
it('serves an edition that was published while the process was looking for a newer one', async () => {
  let newest = 1;
  const early = Promise.withResolvers<number>();
  const answers = [early.promise];
  const served = createServedEdition({
    first: imported(newest),
    newestId: async () => answers.shift() ?? newest,
    read: async () => imported(newest),
    onError: () => undefined,
  });
  let replaced = 0;
  served.onImported(() => {
    replaced += 1;
  });
  const refreshes = [served.refresh()];
  newest = 2;
  refreshes.push(served.refresh(), served.refresh());
  early.resolve(1);
  await Promise.all(refreshes);
  expect([served.current().id, replaced]).toEqual([2, 1]);
});
