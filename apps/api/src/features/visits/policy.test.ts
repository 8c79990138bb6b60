import { expect, it } from 'vitest';
import { campaignOf } from './policy.ts';

it('the campaign of an address is its tag in small letters, else the nominee it leads to, else none', () => {
  expect(campaignOf('?utm_campaign=Telegram%20Channel&utm_source=tg')).toBe('telegram channel');
  expect(campaignOf('?utm_source=Розсилка')).toBe('розсилка');
  expect(campaignOf('?nomination=donat&niche=all&company=kite')).toBe('n/donat/all/kite');
  expect(campaignOf('?nomination=donat&utm_source=tg')).toBe('tg');
  expect(campaignOf('?nomination=donat')).toBe('');
});

it('a tag that could be an address, a script or too long is stored as “other”', () => {
  for (const tag of ['a@b.example', '<b>', 'x'.repeat(121)]) {
    expect(campaignOf(`?${new URLSearchParams({ utm_campaign: tag })}`)).toBe('other');
  }
});
