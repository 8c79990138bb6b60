// @vitest-environment happy-dom
import type { Language } from '@laurel/contracts/languages';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { failureOf } from '../lib/failure.ts';
import { useFailureText } from './failure-text.ts';
import { loadTexts, startI18n } from './i18n.ts';

const refusal = { success: false, code: 'limit.exceeded', codes: ['limit.exceeded'], message: 'x', errors: ['x'] };
const Said = ({ retryAfter }: { retryAfter: string | null }) => useFailureText()(failureOf(429, refusal, retryAfter));

it.each<[Language, string | null, string]>([
  ['en', '45', 'Too many requests. Try again in 45 seconds'],
  ['en', '60', 'Too many requests. Try again in 60 seconds'],
  ['en', '61', 'Too many requests. Try again in 2 minutes'],
  ['en', '3600', 'Too many requests. Try again in 60 minutes'],
  ['en', '80000', 'Too many requests. Try again in 23 hours'],
  ['en', null, 'Too many requests. Try again later'],
  ['en', 'Thu, 26 Nov 2026 20:00:00 GMT', 'Too many requests. Try again later'],
  ['uk', '290', 'Забагато запитів. Спробуйте ще раз через 5 хвилин'],
])('the text of a limit says in %s when to try again: %s', async (language, retryAfter, text) => {
  await startI18n(language);
  await loadTexts('errors');
  const { container, unmount } = render(<Said retryAfter={retryAfter} />);
  expect(container.textContent).toBe(text);
  unmount();
});
