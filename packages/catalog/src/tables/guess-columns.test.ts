// cspell:disable – names in Latin letters
import { expect, it } from 'vitest';
import { guessColumns } from './guess-columns.ts';

const LONG = 'Стомільйонна історія про те, як невелика команда з Дніпра навчила весь ринок рахувати гроші.';
const LONG_EN = 'A very long story about how a small team from Dnipro taught the whole market to count money.';

it.each<[string, string, string, ...string[]]>([
  [
    'English words',
    'Nomination;Category;Company name;Description;Website;Logo',
    'nomination category name desc link logo',
  ],
  [
    'Ukrainian words',
    'Номінація;Ніша;Назва компанії;Опис;Посилання на сайт;Логотип',
    'nomination category name desc link logo',
  ],
  [
    'Russian words',
    'Номинация;Категория;Название;Описание компании;Ссылка;Лого',
    'nomination category name desc link logo',
  ],
  ['languages in brackets', 'Назва (укр);Назва (англ.);Опис українською;Опис EN', 'name_uk name_en desc_uk desc_en'],
  [
    'the columns of our own table',
    'nomination,niche,tag,name,link,logo,desc_en,desc_uk,picture,picture_alt_en,picture_alt_uk,video'.replaceAll(
      ',',
      ';',
    ),
    'nomination category - name link logo desc_en desc_uk picture - - video',
  ],
  ['names of programs', 'companyName;LOGO_URL;site-url;Photo;YouTube', 'name logo link picture video'],
  ['another order, and columns of no use', '№;Video link;Бюджет;Brand;Коментар;Award', '- video - name - nomination'],
  ['a language that the site lacks', 'Назва;Опис RU;Опис UA', 'name - desc_uk'],
  ['a subject twice', 'Name;Logo;Logo dark;Site;Landing site', 'name logo - link -'],
  ['a name in both languages', 'Назва;Name', 'name_uk name_en', 'Ромашка;Romashka'],
  [
    'a plain text beside one of a language',
    'Name;Description;Опис (укр)',
    'name desc_en desc_uk',
    `A;${LONG_EN};${LONG}`,
  ],
  ['addresses under “Company”', 'Nominee;Company', 'name link', 'Two Owls;https://owls.example'],
  ['names like addresses', 'Компанія;Посилання', 'name link', 'Romashka.ua;romashka.ua'],
  [
    'content without a header',
    ';;;;',
    'name link logo video desc',
    `Two Owls;owls.example/a;owls.PNG;https://youtu.be/x;${LONG}`,
    `Lone Pine;https://pine.example;Логотип сосни.svg;https://vimeo.com/1;${LONG_EN}`,
  ],
  [
    'texts in two languages without a header',
    ';;',
    'name desc_uk desc_en',
    `a;${LONG};${LONG_EN}`,
    `b;${LONG};${LONG_EN}`,
  ],
  ['nominations without a header', ';', 'nomination name', 'Best;a', 'Best;b', 'Best;c', 'Best;d'],
  ['empty columns', ';Name;', '- name -', ';a;'],
])('finds the fields of %s', (_, header, fields, ...rows) => {
  const found = guessColumns(
    header.split(';'),
    rows.map((row) => row.split(';')),
  );
  expect(found.map((each) => each ?? '-').join(' ')).toBe(fields);
});
