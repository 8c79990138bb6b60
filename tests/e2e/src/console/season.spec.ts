import { takeSeason, test } from './season.ts';

test('an organiser takes an award from an empty server to its winners and to next year, on a laptop', ({
  colleague,
  desk,
  browser,
  consoleErrors,
}) => takeSeason({ colleague, desk, browser, consoleErrors }, { language: 'en', width: 1440 }));
