import { copyFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CLUSTER, segmentBytes, startMadeStore, walFile } from './testing/made-store.ts';
import { readSealedWal } from './wal-store.ts';

// This test fails if a signed segment is accepted in the place of another one of its cluster.
it('a segment in the place of another one is refused', async () => {
  const made = await startMadeStore();
  try {
    await made.putWal(walFile(5), segmentBytes(5));
    await made.putWal(walFile(6), segmentBytes(6));
    copyFileSync(made.walPath(walFile(5)), made.walPath(walFile(6)));
    await expect(readSealedWal(made.store, CLUSTER, walFile(5), made.trust)).resolves.toBeDefined();
    await expect(readSealedWal(made.store, CLUSTER, walFile(6), made.trust)).rejects.toThrow(
      `was signed for another place: ${CLUSTER}, ${walFile(5).name}`,
    );
  } finally {
    made.close();
  }
});
