// cspell:disable – names in many scripts
import { describe, expect, it } from 'vitest';
import { openDrawing } from './drawing.ts';
import { isDrawable } from './font-files.ts';
import type { Face } from './port.ts';

const FACES = ['display', 'text'] as const;

const { lettering } = openDrawing();
const draw = async (text: string, face: Face = 'text'): Promise<string> => {
  await lettering.load(text);
  return lettering.draw(text, face, 0, 0, 100);
};
/** The shapes of a text, from left to right. */
const shapesOf = async (text: string): Promise<string[]> =>
  [...(await draw(text)).matchAll(/ d="([^"]*)"/g)].map(([, shape = '']) => shape).filter(Boolean);

it.each(FACES)('draws letters with combining marks: %s', async (face) => {
  const [apart, composed] = ['NFD', 'NFC'].map((form) => draw('Їжак, Ґанок, Łódź, Đội Ngũ Việt'.normalize(form), face));
  expect(await apart).toBe(await composed);
});

describe('a text in a script that the faces of the site lack', () => {
  it.each([
    ...['Đội Ngũ Việt', 'Ελληνικά', 'ქართული', 'Հայերեն', 'עברית', 'العربية', 'हिन्दी', 'ไทยแลนด์'],
    ...['日本語のチーム', '中文团队', '한국어', 'Team 🏆', '👩‍🚀 🇺🇦'],
  ])('is drawn with every character: %s', async (text) => {
    await lettering.load(text);
    for (const face of FACES) expect(lettering.covers(text, face)).toBe(true);
    expect(isDrawable(text)).toBe(true);
    expect((await shapesOf(text)).length).toBeGreaterThanOrEqual(1);
  });

  it('runs from right to left where its script does, with numbers from left to right', async () => {
    const [first = '', second = ''] = [await shapesOf('א'), await shapesOf('ב')].flat();
    const [one = '', two = ''] = await shapesOf('12');
    const [a = ''] = await shapesOf('A');
    expect(await shapesOf('אב')).toEqual([second, first]);
    expect(await shapesOf('אב12')).toEqual([one, two, second, first]);
    expect(await shapesOf('A אב')).toEqual([a, second, first]);
    const [open = '', close = ''] = await shapesOf('()');
    expect(await shapesOf('א(ב)')).toEqual([open, second, close, first]);
  });

  it('has the joined forms of its letters', async () => {
    const apart = (await Promise.all(['ب', 'ي', 'ت'].map(shapesOf))).flat();
    const joined = await shapesOf('بيت');
    expect(joined.filter((shape) => !apart.includes(shape))).not.toEqual([]);
  });
});

it.each(['𐎀𐎁', 'Team 𓀀'])('knows that no font has a character: %s', async (text) => {
  await lettering.load(text);
  for (const face of FACES) expect(lettering.covers(text, face)).toBe(false);
  expect(isDrawable(text)).toBe(false);
});
