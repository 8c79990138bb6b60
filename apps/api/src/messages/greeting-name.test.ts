import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { greetingName } from './greeting-name.ts';

/** Characters that may look like a part of an address or a link, in any script. */
const SIGN = /[\p{N}\p{P}\p{S}\p{C}]/u;
/** Signs that occur in names. */
const OF_NAMES = /['’ʼ\-‐]/gu;
/** Letters that look like a dot, a colon or a slash (Unicode's confusables.txt). */
const DRAWN_AS_SIGN = /[ꞏꓸꓺꓻꓼꓽノ丶丿ヽ〳〴〵ⳇǀǃ]/u;

const isHarmless = (greeted: string): boolean =>
  [greeted, greeted.normalize('NFKC'), greeted.normalize('NFKD')].every(
    (form) => !SIGN.test(form.replace(OF_NAMES, '')) && !DRAWN_AS_SIGN.test(form),
  );

describe('a name in a greeting', () => {
  it.each([
    'prize24.com',
    '1x2.bet',
    'go-l1.io',
    'Win at evil.example',
    'https://evil.example',
    'www.evil',
    'eve@evil.example',
    'prize\uff0ecom',
    'prize\ufe52com',
    'prize\u3002com',
    'prize\uff61com',
    'prize\u2024com',
    'prize\u00b7com',
    'prize\ua4f8com',
    'prize\ua78fcom',
    'eve\uff20evil',
    'eve\ufe6bevil',
    'evil\u2215win',
    'evil\u2044win',
    'evil\uff0fwin',
    'evil\u29f8win',
    'evil\u30cewin',
    'evil\u0338win',
    'call 0800',
    'call \u0660\u0661\u0662',
    'call \uff10\uff18',
    'call \u06f1\u06f2',
    'call \u2460\u2461',
    'call \u{1d7d8}',
    '\u2488com',
    'a\u2100b',
    'wi\u0140l',
    'prize dot сom',
    'Ada 💐',
    'Ada\u20e3',
    '-',
    "'",
    '',
    ' ',
    'a'.repeat(61),
    '\u202e\u200b \u2066',
  ])('is not %j', (name) => {
    expect(greetingName(name)).toBeUndefined();
  });

  it.each([
    'Ada Lovelace',
    'Леся Українка',
    "Д'Артаньян-молодший",
    'О’Коннор Мар’яна',
    'O’Neil',
    'Đặng Thị Ngọc',
    'Zoë Müller-Åström',
    'Ελένη Παπαδοπούλου',
    'გიორგი',
    'Արամ Խաչատրյան',
    'שרה לוי',
    'محمد علي',
    'राजेश कुमार',
    'สมชาย',
    '김민준',
    '李小龍',
    'さくら アヤ',
  ])('is %s, as it was given', (name) => {
    expect(greetingName(name)).toBe(name.normalize('NFC'));
  });

  it('loses invisible characters and is normalised to NFC', () => {
    expect(greetingName('Ada\u202e \u200bLovelace')).toBe('Ada Lovelace');
    expect(greetingName('Zoe\u0308')).toBe('Zoë');
  });

  it('has no digit, dot, slash or other sign, with any Unicode character between two words', () => {
    const carried: string[] = [];
    for (let point = 0; point <= 0x10ffff; point += 1) {
      const character = String.fromCodePoint(point);
      for (const name of [`prize${character}com`, `プ${character}ム`]) {
        const greeted = greetingName(name);
        if (greeted !== undefined && !isHarmless(greeted)) carried.push(`U+${point.toString(16)}`);
      }
    }
    expect(carried).toEqual([]);
  });

  it('has no digit, dot, slash or other sign, for any registered name', () => {
    const character = fc.oneof(
      fc.constantFrom(...'aиλد李ア .-’'),
      fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point)),
    );
    fc.assert(
      fc.property(fc.array(character, { maxLength: 12 }), (characters) => {
        const greeted = greetingName(characters.join(''));
        return greeted === undefined || isHarmless(greeted);
      }),
      { numRuns: 2_000 },
    );
  });
});
