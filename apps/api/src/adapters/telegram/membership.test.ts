import { describe, expect, it } from 'vitest';
import { channelOf } from './membership.ts';

describe('the channel', () => {
  it.each(['@laurel_awards', 'laurel_awards', 'https://t.me/laurel_awards', 't.me/laurel_awards', ' @laurel_awards '])(
    'may be written as %s',
    (named) => {
      expect(channelOf(named, () => 'https://page.example')).toMatchObject({
        chatId: '@laurel_awards',
        url: 'https://t.me/laurel_awards',
      });
    },
  );

  it('has the link of the current edition if it is private', () => {
    let page = 'https://page.example';
    const hidden = channelOf('-1001234', () => page);
    expect(hidden.url).toBe('https://page.example');
    page = 'https://other.example';
    expect(hidden.url).toBe('https://other.example');
  });

  it('is queried only for updates that may concern it', () => {
    const open = channelOf('@Laurel_Awards', () => '');
    const chat = { type: 'channel', id: -1001234, title: 'Awards' } as const;
    expect(open.mayBe({ ...chat, username: 'laurel_awards' })).toBe(true);
    expect(open.mayBe({ ...chat, username: 'another' })).toBe(false);
    expect(open.mayBe(chat)).toBe(true);

    const hidden = channelOf('-1001234', () => 'https://page.example');
    expect(hidden).toMatchObject({ chatId: '-1001234', url: 'https://page.example' });
    expect(hidden.mayBe(chat)).toBe(true);
    expect(hidden.mayBe({ ...chat, id: -1009999 })).toBe(false);
  });
});
