import { demoEditionDir } from '@laurel/catalog/demo-edition';
import type { Edition } from '@laurel/catalog/edition';
import { loadEdition } from '@laurel/catalog/load-edition';
import { beforeAll, describe, expect, it } from 'vitest';
import { headTags, plainText, sharedBy } from './share.policy.ts';

let edition: Edition;
beforeAll(async () => {
  edition = await loadEdition(demoEditionDir);
});

describe('sharedBy', () => {
  const found = (query: Record<string, unknown>) => {
    const { nomination, category, company } = sharedBy(edition, query);
    return [nomination?.tag, category?.tag, company?.tag];
  };

  it('finds a nomination, or a nominee in the named or first category', () => {
    expect(found({ nomination: 'donat' })).toEqual(['donat', undefined, undefined]);
    const nominee = { nomination: 'best-partner', company: 'northlight-partners' };
    expect(found(nominee)).toEqual(['best-partner', 'gambling', 'northlight-partners']);
    expect(found({ ...nominee, niche: 'betting' })).toEqual(['best-partner', 'betting', 'northlight-partners']);
  });

  it('falls back to the awards for unknown names', () => {
    const nonsense = [{}, { nomination: 'gone' }, { nomination: ['donat', 'x'] }, { company: 'kite-and-rook' }];
    for (const query of nonsense) expect(found(query)).toEqual([undefined, undefined, undefined]);
    expect(found({ nomination: 'donat', company: 'gone', niche: {} })).toEqual(['donat', undefined, undefined]);
  });
});

describe('the head of the page', () => {
  it('names nominee, nomination and awards in the requested language', () => {
    const shared = sharedBy(edition, { nomination: 'best-partner', company: 'kite-and-rook' });
    const head = headTags(edition, shared, 'uk', 'https://awards.example');
    expect(head).toContain('<title>Kite &#38; Rook · ');
    expect(head).toMatch(/og:title" content="Kite &#38; Rook · [А-ЯІЇЄ][^"]+ · Meridian Awards 2025"/);
    expect(head).toContain('property="og:locale" content="uk_UA"');
    const query = 'nomination=best-partner&#38;company=kite-and-rook&#38;niche=gambling&#38;lang=uk';
    expect(head).toContain(`property="og:image" content="https://awards.example/share/card.png?${query}"`);
    expect(head).toContain(`property="og:url" content="https://awards.example/?${query}"`);
  });

  it('escapes edition texts', () => {
    const nasty = '"><script>alert(1)</script>';
    const texts = { ...edition.texts, name: { en: nasty, uk: nasty } };
    const head = headTags({ ...edition, texts }, {}, 'en', 'https://awards.example');
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
