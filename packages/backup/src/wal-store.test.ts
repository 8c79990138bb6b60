import { copyFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CLUSTER, segmentBytes, startMadeStore, walFile } from './testing/made-store.ts';
import { readSealedWal } from './wal-store.ts';

// This test fails if a signed segment is accepted in the place of another one, of its cluster or of another cluster.
it('a segment in the place of another one is refused', async () => {
  const made = await startMadeStore();
  const read = () => readSealedWal(made.store, CLUSTER, walFile(6), made.trust);
  try {
    for (const segment of [5, 6]) await made.putWal(walFile(segment), segmentBytes(segment));
    await made.putWal(walFile(6), segmentBytes(6), { cluster: '8' });
    await expect(read()).resolves.toBeDefined();
    const place = made.walPath(walFile(6));
    copyFileSync(made.walPath(walFile(5)), place);
    await expect(read()).rejects.toThrow(`was signed for another place: ${CLUSTER}, ${walFile(5).name}`);
    copyFileSync(place.replace(`/${CLUSTER}/wal/`, '/8/wal/'), place);
    await expect(read()).rejects.toThrow('was signed for another place: 8');
  } finally {
    made.close();
  }
});
