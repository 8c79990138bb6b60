import type { Locator, Page, Route } from '@playwright/test';
import { untilMissingKnown } from './site/ballot.ts';
import { holdClock, passTime, runUntil } from './site/clock.ts';
import { expect, test } from './site/fixtures.ts';
import { enter, newMember } from './site/member.ts';
import { newPerson } from './site/person.ts';
import { ignoreRefusals, storedIn } from './site/refusals.ts';
import { noteDialogs } from './site/said.ts';
import { createVoter } from './site/voter.ts';
import { english as words } from './site/words.ts';

const UNREACHABLE =
  "Connection Error: We couldn't reach the server. Please check your internet connection and try again";

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenUntil = (exp: number): string => `${base64({ alg: 'HS256' })}.${base64({ sub: 'x', exp })}.c2lnbmF0dXJl`;

const openLogin = async (page: Page): Promise<Locator> => {
  await page.goto('/');
  await page.getByRole('button', { name: words.logIn }).click();
  return page.getByRole('dialog');
};

const fillLogin = async (dialog: Locator, login: string, password: string): Promise<void> => {
  await dialog.getByLabel('Email or phone').fill(login);
  await dialog.getByLabel(words.password, { exact: true }).fill(password);
};

test('SE-01 is logged out without a token and a user; a logout or an invalid token clears both', {
  tag: '@journey',
}, async ({ page, site, consoleErrors }) => {
  const { client, ...member } = await newMember(site.origin, 'Annie Easley');
  const avatar = page.getByRole('button', { name: words.account('Annie Easley') });
  const both = async () => {
    const { authToken, currentUser } = await storedIn(page);
    return [authToken, currentUser];
  };
  await page.goto('/');
  await expect(page.getByRole('button', { name: words.logIn })).toBeVisible();
  expect(await both()).toEqual([undefined, undefined]);

  const dialog = await openLogin(page);
  await fillLogin(dialog, member.person.email, member.person.password);
  await dialog.getByRole('button', { name: words.logIn }).click();
  await dialog.getByRole('button', { name: 'Use a backup code' }).click();
  await dialog.getByLabel('Backup code', { exact: true }).fill(member.backupCodes[0] ?? '');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(avatar).toBeAttached();
  const [token, user] = await both();
  expect(token?.split('.')).toHaveLength(3);
  expect(JSON.parse(user ?? '')).toEqual(member.user);
  await expect(dialog).toHaveCount(0);
  await avatar.click();
  await page.getByRole('button', { name: words.logOut }).click();
  await expect(page.getByRole('button', { name: words.logIn })).toBeVisible();
  expect(await both()).toEqual([undefined, undefined]);

  // A token that the server no longer accepts.
  await client.call('POST', '/users/logout');
  await enter(page, member);
  await expect(page.getByRole('banner').getByRole('button', { name: words.logIn, includeHidden: true })).toBeVisible();
  expect(await both()).toEqual([undefined, undefined]);
  ignoreRefusals(consoleErrors);
});

for (const [what, token] of [
  ['an exp claim in the past', tokenUntil(Math.floor(Date.now() / 1_000) - 60)],
  ['no exp claim', `${base64({})}.${base64({ sub: 'x' })}.c2lnbmF0dXJl`],
  ['a malformed token', 'not-a-token'],
] as const) {
  test(`SE-02 ${what} forces a logout at startup`, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.headers().authorization !== undefined) asked.push(request.url());
    });
    await enter(page, { token, user: { name: 'Ada', email: 'ada@example.org', phoneNumber: '+380671234567' } });
    await expect(page.getByRole('button', { name: words.logIn })).toBeVisible();
    const { authToken, currentUser } = await storedIn(page);
    expect([authToken, currentUser]).toEqual([undefined, undefined]);
    expect(asked, 'nothing was asked with it').toEqual([]);
  });
}

test('SE-02 a browser whose clock is 40 days ahead stays logged in', async ({ page, site }) => {
  const member = await newMember(site.origin, 'Mary Kenneth Keller');
  await page.clock.setFixedTime(Date.now() + 40 * 24 * 3_600_000);
  await enter(page, member);
  await expect(page.getByRole('button', { name: words.account(member.person.name) })).toBeVisible();
});

test('SE-04 clears the data of another version and keeps its own', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => {
    localStorage.setItem('appVersion', '1.9.0');
    localStorage.setItem('language', 'uk');
    localStorage.setItem('leftover', 'x');
  });
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(await storedIn(page)).toEqual({ appVersion: '2.0.0' });
  await page.evaluate(() => localStorage.setItem('language', 'uk'));
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'uk');
  expect(await storedIn(page)).toEqual({ appVersion: '2.0.0', language: 'uk' });
});

test('RO-02 every request contains the looked-up address, the user agent and the time zone', async ({
  page,
  site,
  consoleErrors,
}) => {
  // The server configures the lookup; this test changes it.
  await page.route('/', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace('"ipLookupUrl":"/api/client-ip"', '"ipLookupUrl":"/elsewhere/address"');
    expect(body).toContain('/elsewhere/address');
    await route.fulfill({ response: answer, body });
  });
  await page.route('/elsewhere/address', (route) => route.fulfill({ json: { ip: '203.0.113.7' } }));
  const seen: [path: string, headers: Record<string, string>][] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && request.resourceType() === 'fetch') seen.push([pathname, request.headers()]);
  });

  const dialog = await openLogin(page);
  await fillLogin(dialog, 'nobody@example.org', 'Secret1!');
  await dialog.getByRole('button', { name: words.logIn }).click();
  await expect(dialog.getByText('Could not find an account with this email or phone number')).toBeVisible();
  await enter(page, await newMember(site.origin, 'Evelyn Boyd Granville'));
  const paths = () => seen.map(([path]) => path);
  await expect.poll(paths).toEqual(expect.arrayContaining(['/api/users/login', '/api/vote/my-votes']));

  const agent = await page.evaluate(() => navigator.userAgent);
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  for (const [path, headers] of seen) {
    expect(
      [headers['x-client-ip'], headers['x-client-user-agent'], headers['x-time-zone']],
      `the hints on ${path}`,
    ).toEqual(['203.0.113.7', agent, zone]);
  }
  // Chromium refuses the socket to a page that it did not load itself.
  ignoreRefusals(consoleErrors, /ERR_BLOCKED_BY_LOCAL_NETWORK_ACCESS_CHECKS/);
});

test('ER-11 tells screen readers when the votes and the percentages are loaded', async ({ page, site }) => {
  const member = await newMember(site.origin, 'Sister Mary Kenneth Keller');
  const told = page.locator('#root > p[role=status]');
  await holdClock(page);
  await enter(page, member);
  await expect(told).toHaveText('Your votes are loaded.');
  await passTime(page, 61_000);
  await expect(told).toHaveText('The percentages are up to date.');
});

/** Server errors during a login and the page's messages. */
const troubles: readonly [what: string, does: (route: Route) => Promise<unknown> | undefined, says: string][] = [
  ['ER-01 a server that is down', (route) => route.abort('connectionrefused'), UNREACHABLE],
  ['ER-01 a server that says nothing for ten seconds', () => undefined, UNREACHABLE],
  [
    'a server with invalid responses',
    (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>It works</h1>' }),
    'Could not log you in. Please try again in a few minutes.',
  ],
  [
    'a broken gateway',
    (route) => route.fulfill({ status: 502, body: 'Bad gateway' }),
    'Could not log you in. Please try again in a few minutes.',
  ],
];

for (const [what, does, says] of troubles) {
  test(`${what} shows a message and keeps the input`, async ({ page, site, consoleErrors }) => {
    const { person, backupCodes } = await newMember(site.origin, 'Gladys West');
    const said = await noteDialogs(page);
    await page.route('**/api/users/login', does);
    const dialog = await openLogin(page);
    await fillLogin(dialog, person.email, person.password);
    await dialog.getByRole('button', { name: words.logIn }).click();
    await expect(dialog.getByText(says, { exact: true })).toBeVisible();
    await expect(dialog.getByLabel('Email or phone')).toHaveValue(person.email);
    await expect(dialog.getByLabel(words.password, { exact: true })).toHaveValue(person.password);

    // When the server works again, the same form succeeds; then a code is kept in the same way.
    await page.unroute('**/api/users/login', does);
    await dialog.getByRole('button', { name: words.logIn }).click();
    await page.route('**/api/users/verify-otp', (route) => route.abort('connectionrefused'));
    await dialog.getByLabel(words.appCode, { exact: true }).fill('123456');
    await expect(dialog.getByText(UNREACHABLE)).toBeVisible();
    await expect(dialog.getByLabel(words.appCode, { exact: true })).toHaveValue('123456');
    await page.unroute('**/api/users/verify-otp');
    await dialog.getByRole('button', { name: 'Use a backup code' }).click();
    await dialog.getByLabel('Backup code', { exact: true }).fill(backupCodes[0] ?? '');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect.poll(() => said.join('\n')).toContain('Welcome back');
    ignoreRefusals(consoleErrors);
  });
}

for (const [what, spoil] of [
  [
    'is full',
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    },
  ],
  [
    'is blocked',
    () => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('blocked', 'SecurityError');
          },
        });
      }
    },
  ],
] as const) {
  test(`works until the page is closed if the storage ${what}`, async ({ page, site }) => {
    const person = newPerson('Stephanie Shirley');
    const voter = createVoter(page, words, site.origin);
    await page.addInitScript(spoil);
    const dialog = await openLogin(page);
    // The code's request id is kept between its two screens.
    await voter.signUp(person);
    await voter.confirmEmail();
    await voter.linkAuthenticator();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: words.account(person.name) }).click();
    await page.getByRole('button', { name: words.logOut }).click();
    await expect(page.getByRole('button', { name: words.logIn })).toBeVisible();
  });
}

test('tabs share the login state, also during a login or a step', async ({ page, context, site, consoleErrors }) => {
  const { person, backupCodes } = await newMember(site.origin, 'Sophie Wilson');
  await holdClock(page);
  const other = await context.newPage();
  const waiting = await openLogin(other);
  await expect(waiting.getByRole('heading', { name: words.loginTitle })).toBeVisible();

  const dialog = await openLogin(page);
  await fillLogin(dialog, person.email, person.password);
  await dialog.getByRole('button', { name: words.logIn }).click();
  await dialog.getByRole('button', { name: 'Use a backup code' }).click();
  await dialog.getByLabel('Backup code', { exact: true }).fill(backupCodes[0] ?? '');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('dialog', { name: 'Welcome back' })).toBeVisible();
  await page.clock.runFor(4_500);
  await expect(other.getByRole('button', { name: words.account(person.name) })).toBeVisible();
  await expect(waiting).toHaveCount(0);

  // The other tab is at a step for members when the first one logs out.
  await untilMissingKnown(other);
  await other
    .getByRole('button', { name: /^Vote for/ })
    .first()
    .click();
  await expect(waiting.getByRole('heading', { name: words.missingTitle })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: words.account(person.name) }).click();
  await page.getByRole('button', { name: words.logOut }).click();
  // The message there goes on to the step, which needs a session.
  const login = waiting.getByRole('heading', { name: words.loginTitle });
  await runUntil(other, () => login.isVisible(), true);
  await expect(waiting.getByText('Your session has ended. Log in again.')).toBeVisible();
  ignoreRefusals(consoleErrors);
});
