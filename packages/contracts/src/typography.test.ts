import { describe, expect, it } from 'vitest';
import { bindShortWords } from './typography.ts';

/** Makes the spaces that do not break visible. */
const shown = (text: string): string => bindShortWords(text).replaceAll('\u00a0', '~');

describe('short words', () => {
  it.each([
    ['Код з SMS', 'Код з~SMS'],
    ['У кожній категорії', 'У~кожній категорії'],
    ['І в них, і в нас', 'І~в~них, і~в~нас'],
    ['ви — це ви', 'ви~— це ви'],
    ['one — two', 'one~— two'],
    ['пошту й телефон; а потім (я прийду) «о восьмій»', 'пошту й~телефон; а~потім (я~прийду) «о~восьмій»'],
    ['<strong>з вашим іменем</strong>', '<strong>з~вашим іменем</strong>'],
  ])('%s stays with the next word', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it.each([
    'над нами',
    'Ім’я користувача',
    'об’є край',
    'a or I',
    'щоб і',
    'Крок 3 з',
    '<a href="/b c">x</a>',
    'e-й рік',
    '',
  ])('leaves %j', (text) => {
    expect(bindShortWords(text)).toBe(text);
  });
});
