import { demoEditionDir } from '@laurel/catalog/demo-edition';
import type { Edition } from '@laurel/catalog/edition';
import { loadEdition } from '@laurel/catalog/load-edition';
import { expect, it } from 'vitest';
import { createEditionService, createServedEdition } from './service.ts';
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

// This test fails if images are only added: those of the first edition stayed.
it('serves the images of the newest edition and of the one before, and forgets earlier ones', () => {
  const version = (body: string): Edition => ({
    ...edition,
    logos: edition.logos
      .slice(0, 1)
      .map((logo) => ({ ...logo, publicName: `logo.${body}.svg`, body: Buffer.from(body) })),
  });
  let newest = version('a');
  let times = edition.phases;
  const service = createEditionService({
    edition: () => newest,
    times: () => times,
    earlier: (now) => now,
    deploymentOf: () => ({ log: null, socialNetworks: [] }),
    refresh: async () => undefined,
  });
  const served = () => ['a', 'b', 'c'].map((body) => service.image('logos', `logo.${body}.svg`)?.body.toString() ?? '');
  expect(served()).toEqual(['a', '', '']);
  newest = version('b');
  expect(served()).toEqual(['a', 'b', '']);
  // A move of the phases is no other edition.
  times = { ...times };
  expect(served()).toEqual(['a', 'b', '']);
  newest = version('c');
  expect(served()).toEqual(['', 'b', 'c']);
});
