// @vitest-environment happy-dom

import { afterEach, describe, expect, it, vi } from 'vitest';
import { cleanUp } from '../../../testing/clean-up.ts';
import { page, person, showStep } from '../../../testing/person.tsx';
import type { Company, VoteState } from '../flow.ts';
import { NomineeSheet } from './nominee-sheet.tsx';

const ADA: Company = {
  tag: 'ada',
  name: { en: 'Ada', uk: 'Ада' },
  logo: '/ada.svg',
  link: 'https://www.ada.example/',
  desc: { en: 'Writes <strong>programs</strong>.<script>x()</script>', uk: 'Пише програми.' },
  percent: 0,
  voted: false,
};

let shown: Awaited<ReturnType<typeof showStep>>;
const [onVote, onOther] = [vi.fn(), vi.fn()];
const open = async (
  vote: VoteState,
  own: Partial<Company> = {},
  score?: Parameters<typeof NomineeSheet>[0]['score'],
) => {
  shown = await showStep(
    <NomineeSheet
      company={{ ...ADA, ...own }}
      score={score}
      others={[{ name: 'Partner: Crypto', show: onOther }]}
      place="Voice: All"
      vote={vote}
      link="https://awards.example/?company=ada"
      card="/share/card.png?company=ada"
      onVote={onVote}
      onShare={async () => 'copied'}
    />,
  );
};
const all = (selector: string) => [...document.body.querySelectorAll<HTMLElement>(`[role=dialog] ${selector}`)];
const hrefs = () => all('a').map((link) => [link.getAttribute('href'), link.getAttribute('rel')]);

afterEach(cleanUp);

describe('the details of a nominee', () => {
  it('show the name, the category and the description, sanitised', async () => {
    await open('open');
    expect(page.title()).toBe('Ada');
    expect(all('p')[0]?.textContent).toBe('Voice: All');
    expect(all('strong').map(({ textContent }) => textContent)).toEqual(['programs']);
    expect(all('script')).toEqual([]);
  });

  it('have the vote as the first control while it can be cast', async () => {
    await open('open');
    const [first] = all('button');
    expect([first?.textContent, first?.getAttribute('aria-label')]).toEqual(['Vote', 'Vote for Ada']);
    expect(document.activeElement).toBe(first);
    await person.press('Vote for Ada');
    expect(onVote).toHaveBeenCalledOnce();
  });

  it.each([
    ['scheduled', 'Voting has not opened yet.'],
    ['chosen', 'Your choice'],
    ['voted', 'You have already voted in this category. A vote can’t be changed.'],
    ['closed', 'Voting has closed.'],
  ] as const)('say why there is no vote: %s', async (vote, text) => {
    await open(vote);
    expect(all('p').map(({ textContent }) => textContent)).toContain(text);
    expect(page.buttons()).not.toContain('Vote');
    // The focus is at the beginning, before all controls.
    expect(document.activeElement?.contains(all('h2')[0] ?? null)).toBe(true);
  });

  it('show the share and the rank, and lead to the other categories', async () => {
    await open('open', {}, { percent: 31.42, rank: 'leader' });
    expect(all('p').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['31.42%31.42 percent of the votes', 'In the lead']),
    );
    await person.press('Partner: Crypto');
    expect(onOther).toHaveBeenCalledOnce();
    await shown.close();
    await open('open');
    expect(all('p').some(({ textContent }) => textContent.includes('%'))).toBe(false);
  });

  it('show a picture with its description', async () => {
    await open('closed', { picture: { src: '/p.webp', alt: { en: 'At work', uk: 'За роботою' } } });
    expect(all('img').map((each) => each.getAttribute('alt'))).toEqual(['', 'At work']);
  });

  it('link to the video, the site and the drawn card, in a new tab without an opener', async () => {
    await open('closed', { video: 'https://video.example/ada' });
    expect(hrefs()).toEqual([
      ['https://video.example/ada', 'noopener noreferrer'],
      ['https://www.ada.example/', 'noopener noreferrer'],
      ['/share/card.png?company=ada', 'noopener noreferrer'],
    ]);
    expect(all('a').map((link) => link.getAttribute('target'))).toEqual(['_blank', '_blank', '_blank']);
    await shown.close();
    await open('closed', { link: '' });
    expect(hrefs()).toEqual([['/share/card.png?company=ada', 'noopener noreferrer']]);
  });

  it('can be shared, and their link can be copied', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await open('open');
    await person.press('Copy link');
    expect(writeText.mock.calls).toEqual([['https://awards.example/?company=ada']]);
    await person.press('Share');
    expect(page.news('status')).toEqual(['Copied']);
  });
});
