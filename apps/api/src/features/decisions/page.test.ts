import { expect, it } from 'vitest';
import { decisionsContent } from './page.policy.ts';

it('is below the path of a past year', () => {
  const published = { atLeast: 1, groups: [] };
  const pathOf = (base?: string) => {
    const content = decisionsContent(published, new Map(), 'en', base);
    return [content.path, content.base];
  };
  expect(pathOf()).toEqual(['/decisions', '']);
  expect(pathOf('/2025')).toEqual(['/2025/decisions', '/2025']);
});
