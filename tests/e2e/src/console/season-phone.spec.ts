import { takeSeason, test } from './season.ts';

test.use({ language: 'uk' });

test('an organiser takes an award from an empty server to its winners and to next year, on a phone, in Ukrainian', ({
  colleague,
  desk,
  browser,
  consoleErrors,
}) => takeSeason({ colleague, desk, browser, consoleErrors }, { language: 'uk', width: 390 }));
