import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { loadTexts, startI18n } from './i18n.ts';

beforeAll(async () => {
  await startI18n('uk');
  await loadTexts('team');
});

// 21 is like 1, and 22 like 2, but 11 and 12 are like 5.
it.each([
  [0, '0 сеансів завершиться зараз.', 'чекає 0 імен'],
  [1, '1 сеанс завершиться зараз.', 'чекає 1 ім’я'],
  [2, '2 сеанси завершаться зараз.', 'чекають 2 імені'],
  [5, '5 сеансів завершиться зараз.', 'чекає 5 імен'],
  [11, '11 сеансів завершиться зараз.', 'чекає 11 імен'],
  [12, '12 сеансів завершиться зараз.', 'чекає 12 імен'],
  [21, '21 сеанс завершиться зараз.', 'чекає 21 ім’я'],
  [22, '22 сеанси завершаться зараз.', 'чекають 22 імені'],
])('a counted word in Ukrainian has the plural form for %i', (count, sessions, names) => {
  const t = i18next.getFixedT('uk', ['team', 'common']);
  expect([t('team:remove.sessions', { count }), t('common:waiting.reviews', { count })]).toEqual([sessions, names]);
});
