import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { loadEdition } from '@laurel/catalog/load-edition';
import { expect, it } from 'vitest';
import type { CardDrawing } from '../../adapters/link-card/port.ts';
import { createShare } from './share.service.ts';

const DRAWING: CardDrawing = {
  lettering: {
    load: async () => undefined,
    covers: () => true,
    width: (text, _face, size) => (text.length * size) / 2,
    draw: () => '',
  },
  toPng: async () => Buffer.from('an image'),
};

// This test fails if the first attempt is kept: no image can be drawn until the process starts again.
it('share images load the renderer once, and again after a failure', async () => {
  const edition = await loadEdition(demoEditionDir);
  let attempts = 0;
  const share = createShare({
    edition: () => edition,
    publicUrl: 'https://awards.example',
    phase: () => 'open',
    settled: () => false,
    statistics: async () => [],
    logo: () => undefined,
    openDrawing: async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('too many open files');
      return DRAWING;
    },
  });
  await expect(share.picture('card.png', {})).rejects.toThrow('too many open files');
  const { image } = await share.picture('card.png', {});
  expect(image.toString()).toBe('an image');
  await share.picture('card.png', { nomination: 'donat' });
  expect(attempts).toBe(2);
});
