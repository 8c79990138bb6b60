import { CALLING_CODES, callingCodeOfCountry } from '@laurel/contracts/calling-codes';
import { describe, expect, it } from 'vitest';
import { editPhone, groupedPhone, phoneIn, phoneOf } from './phone-text.ts';

const codeOf = (country: string) => {
  const code = callingCodeOfCountry(country);
  if (!code) throw new Error(`no code of ${country}`);
  return code;
};
const UKRAINE = codeOf('UA');
const ITALY = codeOf('IT');

describe('the number that a pasted text means', () => {
  it.each([
    ['+380 67 123 45 67', '+380671234567'],
    ['+380 (67) 123-45-67', '+380671234567'],
    ['+380 (067) 123-45-67', '+380671234567'],
    ['+380 (0) 67 123 45 67', '+380671234567'],
    ['00380 67 123 45 67', '+380671234567'],
    ['00 380 (067) 123-45-67', '+380671234567'],
    ['067 123-45-67', '+380671234567'],
    ['(067) 123 45 67', '+380671234567'],
    ['67 123 45 67', '+380671234567'],
    ['380671234567', '+380671234567'],
    ['38067 123-45-67', '+380671234567'],
    ['tel:+380671234567', '+380671234567'],
    ['＋３８０６７１２３４５６７', '+380671234567'],
    ['\u202a+380 67 123 45 67\u202c', '+380671234567'],
    ['+44 (0) 7400 123456', '+447400123456'],
    ['+39 06 1234 5678', '+390612345678'],
    ['0039 06 1234 5678', '+390612345678'],
    ['+225 01 23 45 67 89', '+2250123456789'],
    ['+1 (234) 567-89-01-23-45-67', '+12345678901234567'],
    ['+0671234567', '+0671234567'],
    ['+', '+'],
    ['0', '0'],
    ['phone', ''],
    ['', ''],
  ])('VA-10 %s is %s', (text, phone) => {
    expect(phoneOf(text, UKRAINE, 'pasted')).toBe(phone);
  });

  it.each([
    ['IT', '06 1234 5678', '+390612345678'],
    ['GB', '07400 123456', '+447400123456'],
    ['US', '(202) 555-0123', '+12025550123'],
    ['HU', '06 20 123 4567', '+3606201234567'],
    ['PL', '512 345 678', '+48512345678'],
  ])('in %s the national %s is %s', (country, text, phone) => {
    expect(phoneOf(text, codeOf(country), 'pasted')).toBe(phone);
  });

  it('belongs to no country without a calling code, if none is chosen', () => {
    expect(phoneOf('067 123', undefined, 'pasted')).toBe('+067123');
    expect(phoneOf('67 123 45 67', undefined, 'pasted')).toBe('+671234567');
  });

  it.each(['', ' ', '-', '.', ' ('])('keeps every digit with %j between them, in every country', (mark) => {
    for (const { code } of CALLING_CODES) {
      const written = Array.from(`${code}512345678`).join(mark);
      expect(phoneOf(`+${written}`, ITALY, 'pasted')).toBe(`+${code}512345678`);
    }
  });
});

describe('a number in groups', () => {
  it.each([
    ['+380671234567', '+380 67 123 45 67'],
    ['+38067', '+380 67'],
    ['+380', '+380'],
    ['+38', '+38'],
    ['+', '+'],
    ['0', '0'],
    ['', ''],
    ['+12025550123', '+1 202 555 0123'],
    ['+447400123456', '+44 7400 123456'],
    ['+38067123456789', '+380 67 123 45 6789'],
    ['+999123456', '+999123456'],
  ])('%s is shown as %s', (phone, text) => {
    expect(groupedPhone(phone)).toBe(text);
  });

  it('is the same number, of any length, in every country', () => {
    for (const { code } of CALLING_CODES) {
      for (const length of [0, 1, 4, 7, 9, 15 - code.length]) {
        const phone = `+${code}${'512345678901234'.slice(0, length)}`;
        expect(groupedPhone(phone).replaceAll(' ', '')).toBe(phone);
      }
    }
  });
});

/** Types, or presses a key, where the bar is: '+380 6|7'. */
const at = (marked: string) => ({ text: marked.replace('|', ''), cursor: marked.indexOf('|') });
const shown = ({ text, cursor }: { text: string; cursor: number }) => `${text.slice(0, cursor)}|${text.slice(cursor)}`;
const phoneBefore = (text: string) => text.replaceAll(' ', '');
const typing = (marked: string, keys: string, home = UKRAINE): string =>
  Array.from(keys).reduce((now, key) => {
    const { text, cursor } = at(now);
    const next = { text: text.slice(0, cursor) + key + text.slice(cursor), cursor: cursor + 1 };
    return shown(editPhone(phoneBefore(text), { ...next, inputType: 'insertText', data: key }, home));
  }, marked);
const backspace = (marked: string): string => {
  const { text, cursor } = at(marked);
  const next = { text: text.slice(0, cursor - 1) + text.slice(cursor), cursor: cursor - 1 };
  return shown(editPhone(phoneBefore(text), { ...next, inputType: 'deleteContentBackward', data: null }, UKRAINE));
};
const del = (marked: string): string => {
  const { text, cursor } = at(marked);
  const next = { text: text.slice(0, cursor) + text.slice(cursor + 1), cursor };
  return shown(editPhone(phoneBefore(text), { ...next, inputType: 'deleteContentForward', data: null }, UKRAINE));
};

describe('typing a number', () => {
  it.each([
    ['0671234567', '+380 67 123 45 67|'],
    ['00380671234567', '+380 67 123 45 67|'],
    ['+380 (067) 123-45-67', '+380 67 123 45 67|'],
    ['380671234567', '+380 67 123 45 67|'],
    ['38 (067) 12a3', '+380 67 123|'],
    ['0', '0|'],
    ['00', '+|'],
    ['+', '+|'],
    ['abc', '|'],
  ])('VA-10 %s becomes %s', (keys, text) => {
    expect(typing('|', keys)).toBe(text);
  });

  it('keeps the zero of an Italian number', () => {
    expect(typing('|', '0612345678', ITALY)).toBe('+39 061 234 5678|');
    expect(typing('|', '+390612345678')).toBe('+39 061 234 5678|');
  });

  it.each([
    ['+380 67| 123', '9', '+380 67 9|12 3'],
    ['+380 |67 123', '9', '+380 9|6 712 3'],
    ['+38|', '0', '+380|'],
    ['+3|067 123', '8', '+38|0 67 123'],
    ['|+380 67', '4', '+4|3 806 7'],
    ['+380 67 1|23', ' ', '+380 67 1|23'],
    ['+380 67 1|23', 'a', '+380 67 1|23'],
    ['+380| 67', '0', '+380| 67'],
  ])('the cursor keeps its place: %s and %s is %s', (before, keys, after) => {
    expect(typing(before, keys)).toBe(after);
  });

  it('VA-05 takes no sixteenth digit in the middle, and loses no digit at the end', () => {
    expect(typing('+380 67| 123 45 67890', '5')).toBe('+380 67| 123 45 67890');
    expect(typing('|', '12345678901234567890')).toBe('+1 234 567 89012345|');
  });

  it('a number that is normalised to fifteen digits is not cut before', () => {
    const text = '00380 (067) 123-45-67-890';
    const edit = { text, cursor: text.length, inputType: 'insertText', data: text };
    expect(editPhone('', edit, UKRAINE).phone).toBe('+380671234567890');
  });
});

describe('deleting', () => {
  it.each([
    ['+380 67 1|', '+380 67|'],
    ['+380 67 |123', '+380 6|1 23'],
    ['+380 6|7', '+380| 7'],
    ['+380| 67', '+38|6 7'],
    ['0|', '|'],
  ])('Backspace at %s leaves %s', (before, after) => {
    expect(backspace(before)).toBe(after);
  });

  it.each([
    ['+380 67| 123', '+380 67| 23'],
    ['+380| 67', '+380| 7'],
    ['+|380 67', '+|8067'],
    ['|+380 67', '+|8067'],
  ])('Delete at %s leaves %s', (before, after) => {
    expect(del(before)).toBe(after);
  });

  it('does not drop a zero that becomes the first digit, so another digit can come before it', () => {
    const deleted = backspace('+380 5|0 123');
    expect(deleted).toBe('+380| 01 23');
    expect(typing(deleted, '6')).toBe('+380 6|0 123');
  });
});

it.each([
  ['', 'PL', '+48'],
  ['0', 'PL', '+48'],
  ['+380671234567', 'PL', '+48671234567'],
  ['+671234567', 'UA', '+380671234567'],
  ['+390612345678', 'GB', '+44612345678'],
])('in another country the number %j gets the code of %s: %s', (phone, country, changed) => {
  expect(phoneIn(phone, codeOf(country))).toBe(changed);
});
