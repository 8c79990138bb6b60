import { expect, it } from 'vitest';
import { openDrawing } from './drawing.ts';

it.each(['display', 'text'] as const)('draws letters with combining marks: %s', async (face) => {
  const { lettering } = await openDrawing();
  const draw = (text: string): string => lettering.draw(text, face, 0, 0, 100);
  expect(draw('Їжак, Ґанок, Łódź'.normalize('NFD'))).toBe(draw('Їжак, Ґанок, Łódź'.normalize('NFC')));
});
