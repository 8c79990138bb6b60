import { demoEditionDir } from '@laurel/catalog/demo-edition';
import type { Edition } from '@laurel/catalog/edition';
import { loadEdition } from '@laurel/catalog/load-edition';
import { beforeAll, describe, expect, it } from 'vitest';
import { headTags, plainText } from './head.policy.ts';
import type { Occasion } from './occasion.policy.ts';
import { sharedBy } from './share.policy.ts';

let edition: Edition;
beforeAll(async () => {
  edition = await loadEdition(demoEditionDir);
});

const open = { occasion: 'vote', phase: 'open' } as const;

describe('the head of the page', () => {
  it('names nominee, nomination and awards in the requested language', () => {
    const shared = sharedBy(edition, { nomination: 'best-partner', company: 'kite-and-rook' });
    const head = headTags(edition, { ...open, shared, language: 'uk' }, 'https://awards.example');
    expect(head).toContain('<title>Kite &#38; Rook · ');
    expect(head).toMatch(/og:title" content="Kite &#38; Rook · [А-ЯІЇЄ][^"]+ · Meridian Awards 2025"/);
    expect(head).toContain('property="og:locale" content="uk_UA"');
    const query = 'nomination=best-partner&#38;company=kite-and-rook&#38;niche=gambling&#38;lang=uk';
    expect(head).toContain(
      `property="og:image" content="https://awards.example/share/card.png?${query}&#38;phase=open"`,
    );
    expect(head).toContain(`property="og:url" content="https://awards.example/?${query}"`);
  });

  it('names a winner and a joint winner in the title', () => {
    const shared = sharedBy(edition, { nomination: 'best-partner', company: 'kite-and-rook' });
    const titleOf = (occasion: Occasion): string | undefined =>
      /<title>(.*)<\/title>/.exec(
        headTags(edition, { shared, occasion, phase: 'announced', language: 'en' }, 'https://awards.example'),
      )?.[1];
    expect(titleOf('winner')).toMatch(/^Kite &#38; Rook · Winner 2025 · Best/);
    expect(titleOf('jointWinner')).toMatch(/^Kite &#38; Rook · Joint winner 2025 · Best/);
    expect(titleOf('nominated')).toMatch(/^Kite &#38; Rook · Best/);
  });

  it('escapes edition texts', () => {
    const nasty = '"><script>alert(1)</script>';
    const texts = { ...edition.texts, name: { en: nasty, uk: nasty } };
    const head = headTags({ ...edition, texts }, { ...open, shared: {}, language: 'en' }, 'https://awards.example');
    expect(head).not.toContain('<script');
    expect(head.match(/<title>[^<]*<\/title>/)).not.toBeNull();
    expect(head).not.toMatch(/content="[^"]*">[^<]/);
  });

  it('reduces a description to text and truncates a long one', () => {
    expect(plainText('<p>Fast &amp; <strong>fair</strong>.</p><p>Always</p>')).toBe('Fast & fair. Always');
    const long = plainText(`<p>${'word '.repeat(100)}</p>`);
    expect(long.length).toBeLessThanOrEqual(201);
    expect(long).toMatch(/word…$/);
  });
});
