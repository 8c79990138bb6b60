import { expect, it } from 'vitest';
import { createFrame, dateOf } from './plain-page.ts';

// This test fails in UTC: the console and the site showed the next day.
it('shows the day of the award’s time zone', () => {
  const lateInKyiv = '2026-11-24T22:30:00.000Z';
  expect(dateOf(lateInKyiv, 'en')).toBe(`<time datetime="${lateInKyiv}">25 November 2026</time>`);
  expect(dateOf(lateInKyiv, 'uk')).toContain('25 листопада 2026');
});

it('links a past year’s pages below its path, and this year’s award', () => {
  const { render } = createFrame('', { hasRecord: true });
  const award = {
    ...{ name: { en: 'Awards', uk: 'Премія' }, year: 2025, supportEmail: 'help@awards.example', privacy: null },
    categories: new Map(),
  };
  const content = { language: 'en', title: 'Decisions', main: '' } as const;
  const linksOf = (html: string) => [...html.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href);
  const mail = 'mailto:help@awards.example';
  expect(linksOf(render(award, { ...content, path: '/decisions' }))).toEqual([
    ...['/', '/decisions?lang=en', '/decisions?lang=uk'],
    ...['/', '/decisions?lang=en', '/record?lang=en', mail],
  ]);
  const past = render(award, { ...content, path: '/2025/decisions', base: '/2025' });
  expect(linksOf(past)).toEqual([
    ...['/2025/', '/2025/decisions?lang=en', '/2025/decisions?lang=uk'],
    ...['/2025/', '/2025/decisions?lang=en', '/2025/record?lang=en', mail, '/'],
  ]);
  expect(past).toContain('To this year’s award');
});
