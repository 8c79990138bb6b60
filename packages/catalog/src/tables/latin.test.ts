import { expect, it } from 'vitest';
import { fileKey, latinWords, nameKey } from './latin.ts';

// cspell:disable – names in Latin letters
it.each([
  ['Ромашка', 'romashka'],
  ['Щасливий Їжак і Юрій Згурський', 'shchaslyvyi-yizhak-i-yurii-zghurskyi'],
  ["Знам'янка, Мар’яна, Євген і Гаєвич", 'znamianka-mariana-yevhen-i-haievych'],
  ['ТОВ «Ґанок & Ко»', 'tov-ganok-and-ko'],
  ['Крёстный объезд Ыт', 'kriostnyi-obezd-yt'],
  ['Љубав џез ѓ', 'ljubav-dzez-g'],
  ['Café Łódź Æther Straße', 'cafe-lodz-aether-strasse'],
  ['İstanbul Đội', 'istanbul-doi'],
  ['Їжак'.normalize('NFD'), 'yizhak'],
  ['ＡＢＣ ½', 'abc-1-2'],
  ['1xBet  --  888 🏆', '1xbet-888'],
  ['東京', ''],
])('%s is %s in Latin letters', (text, latin) => {
  expect(latinWords(text).join('-')).toBe(latin);
});

it.each([
  ['ТОВ «Ромашка»', 'тов "РОМАШКА"'],
  ['Rock-n-Roll', 'rock n  roll'],
  ['Two\u00a0Owls', 'Two Owls'],
  ['Two\u200b Owls', 'two owls'],
])('people would call %s and %s the same', (a, b) => {
  expect(nameKey(a)).toBe(nameKey(b));
});

it('other signs make another name', () => {
  expect(new Set(['C', 'C++', 'C#', '???', '!!!'].map(nameKey)).size).toBe(5);
});

it.each([
  ['logos/Ромашка.PNG', 'romashka'],
  ['C:\\logos\\romashka.webp', 'romashka'],
  ['東京.png', '東京'],
])('the file %s is %s', (file, key) => {
  expect(fileKey(file)).toBe(key);
});
