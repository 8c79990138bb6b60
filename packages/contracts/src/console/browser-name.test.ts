import { describe, expect, it } from 'vitest';
import { browserName } from './browser-name.ts';

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';

describe('the name of a browser', () => {
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/140.0.0.0`, 'Edge, Windows'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36 OPR/120.0.0.0`, 'Opera, Linux'],
    [`Mozilla/5.0 (Linux; Android 15; K) ${CHROME} Mobile Safari/537.36`, 'Chrome, Android'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, 'Chrome, ChromeOS'],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${APPLE} CriOS/140.0 Mobile/15E148 Safari/604.1`,
      'Chrome, iPhone',
    ],
    [
      `Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) ${APPLE} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`,
      'Firefox, iPad',
    ],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.0 Safari/605.1.15`, 'Safari, Mac'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Windows'],
    ['curl/8.5.0', 'Other'],
    ['', 'Other'],
  ])('%s', (userAgent, name) => {
    expect(browserName(userAgent, 'Other')).toBe(name);
  });
});
