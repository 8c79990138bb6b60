import { demoEditionDir } from '@laurel/catalog/demo-edition';
import type { Edition, Nomination } from '@laurel/catalog/edition';
import { loadEdition } from '@laurel/catalog/load-edition';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDrawing } from '../../adapters/link-card/drawing.ts';
import type { Lettering } from '../../adapters/link-card/port.ts';
import { type CardSubject, cardTexts, drawCard } from './card.policy.ts';
import { balance, fitText, wrap } from './card-text.policy.ts';
import { sharedBy } from './share.policy.ts';

let edition: Edition;
beforeAll(async () => {
  edition = await loadEdition(demoEditionDir);
});

/** Every character is as wide as half its size. */
const even = (text: string, size: number): number => (text.length * size) / 2;

describe('lettering', () => {
  it('breaks lines between words, and breaks a word only if it is wider than a line', () => {
    expect(wrap('one two three', 2, 7, even)).toEqual(['one two', 'three']);
    expect(wrap('extraordinary', 2, 5, even)).toEqual(['extra', 'ordin', 'ary']);
    expect(wrap('', 2, 5, even)).toEqual([]);
    expect(wrap('код з\u00a0SMS', 2, 6, even)).toEqual(['код', 'з\u00a0SMS']);
    expect(balance('aaaa b\u00a0cccc', 2, 9, even)).toEqual(['aaaa', 'b\u00a0cccc']);
    expect(fitText('у\u00a0році', { width: 10, lines: 2, sizes: [4, 2] }, even)).toEqual({
      size: 2,
      lines: ['у\u00a0році'],
    });
  });

  it('balances the lines without adding one', () => {
    expect(wrap('aaaa bbbb cccc dddd ee', 2, 19, even)).toEqual(['aaaa bbbb cccc dddd', 'ee']);
    expect(balance('aaaa bbbb cccc dddd ee', 2, 19, even)).toEqual(['aaaa bbbb', 'cccc dddd ee']);
    expect(balance('one', 2, 19, even)).toEqual(['one']);
    expect(balance('extraordinary', 2, 5, even)).toEqual(['extra', 'ordin', 'ary']);
  });

  it('takes the largest size that fits, and truncates text that never fits', () => {
    const box = { width: 10, lines: 2, sizes: [4, 2] };
    expect(fitText('short one', box, even)).toEqual({ size: 4, lines: ['short', 'one'] });
    expect(fitText('rather longer', box, even)).toEqual({ size: 2, lines: ['rather', 'longer'] });
    expect(fitText('far too long for any of the sizes', box, even)).toEqual({
      size: 2,
      lines: ['far too', 'long fo…'],
    });
  });

  it('draws both alphabets as shapes without text', async () => {
    const { lettering } = openDrawing();
    await lettering.load('Best Найкраща їжа Ґанок Łódź у році');
    for (const face of ['display', 'text'] as const) {
      for (const text of ['Best', 'Найкраща їжа', 'Ґанок', 'Łódź']) {
        expect(lettering.width(text, face, 100), `${face} ${text}`).toBeGreaterThan(text.length * 25);
      }
      expect(lettering.width('у\u00a0році', face, 100)).toBeCloseTo(lettering.width('у році', face, 100));
    }
    const { nomination, company } = sharedBy(edition, { nomination: 'best-partner', company: 'kite-and-rook' });
    if (!nomination || !company) throw new Error('the demo edition has lost Kite & Rook');
    const named = (name: string) => ({ nomination, company: { ...company, name: { en: name, uk: name } } });
    const draw = (shared: CardSubject['shared']) =>
      drawCard(edition, { shared, occasion: 'vote', format: 'wide', language: 'en' }, lettering, () => undefined);
    const card = draw(named('</svg><script>x'));
    expect(card).not.toMatch(/<script|<text|Kite/);
    expect(card).not.toBe(draw(named('Other')));
    expect(card.match(/<\/svg>/g)).toHaveLength(1);
  });
});

describe('the image of a shared link', () => {
  /** Draws text as text, so that it stays readable in the stored images. */
  const lettering: Lettering = {
    load: async () => undefined,
    covers: (text) => !text.includes('𐎀'),
    width: (text, face, size) => even(text, size) * (face === 'display' ? 1 : 0.9),
    draw: (text, face, x, y, size) =>
      `<text x="${x}" y="${Math.round(y)}" font-size="${size}" class="${face}">${text}</text>`,
  };
  it('has no name if a character of the name has no font, and never a part of it', () => {
    const { nomination, company } = sharedBy(edition, { nomination: 'best-partner', company: 'kite-and-rook' });
    if (!nomination || !company) throw new Error('the demo edition has lost Kite & Rook');
    const shared = { nomination, company: { ...company, name: { en: 'Team 𐎀', uk: 'Team 𐎀' } } };
    const card = drawCard(edition, { shared, occasion: 'vote', format: 'wide', language: 'en' }, lettering, () => '/x');
    expect(card).not.toContain('Team');
    expect(card).toContain(nomination.title.en);
    expect(cardTexts(edition, { shared, occasion: 'vote', format: 'wide', language: 'en' })).toContain('Team 𐎀');
  });

  it('names the sponsors of the category, else those of the awards', () => {
    const { nomination, category, company } = sharedBy(edition, {
      ...{ nomination: 'best-partner', niche: 'gambling', company: 'kite-and-rook' },
    });
    if (!nomination || !category || !company) throw new Error('the demo edition has lost Kite & Rook');
    const sponsorOf = (name: string) => [{ name, logo: 'x.svg', link: undefined }];
    const of: Edition = { ...edition, sponsors: sponsorOf('Kite & Rook') };
    const draw = (shared: CardSubject['shared']) =>
      drawCard(of, { shared, occasion: 'vote', format: 'square', language: 'uk' }, lettering, () => undefined);
    expect(draw({ nomination, category, company })).toContain('>Партнери: Kite & Rook<');
    const own = { ...category, sponsors: sponsorOf('Dozen Hands') };
    expect(draw({ nomination, category: own, company })).toContain('>Партнери: Dozen Hands<');
  });

  const tag = 'best-partner';
  const nominee = { nomination: tag, company: 'kite-and-rook' };
  const withBackground = (backgroundName: Nomination['backgroundName']): Edition => ({
    ...edition,
    nominations: edition.nominations.map((each) => (each.tag === tag ? { ...each, backgroundName } : each)),
  });

  it.each([
    ['awards', '', {}, 'en', 'nominated', 'wide'],
    ['nomination', 'sphere', { nomination: tag }, 'uk', 'nominated', 'wide'],
    ['one-category', '', { nomination: 'donat' }, 'en', 'nominated', 'wide'],
    ['nominee', 'radiance', nominee, 'uk', 'vote', 'wide'],
    ['nominee-without-logo', '', nominee, 'en', 'nominated', 'wide'],
    ['winner', '', nominee, 'en', 'winner', 'wide'],
    ['finalist-square', '', nominee, 'en', 'finalist', 'square'],
    ['joint-winner-tall', 'sphere', nominee, 'uk', 'jointWinner', 'tall'],
  ] as const)('matches the stored image: %s', async (name, background, query, language, occasion, format) => {
    const changed = withBackground(background);
    const logoOf = (logo: string) => (name === 'nominee-without-logo' ? undefined : `logos/${logo}`);
    const card = drawCard(changed, { shared: sharedBy(changed, query), occasion, format, language }, lettering, logoOf);
    await expect(`${card.replaceAll('><', '>\n<')}\n`).toMatchFileSnapshot(
      `../../adapters/link-card/cards/${name}.svg`,
    );
  });
});
