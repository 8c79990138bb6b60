import type { Page } from '@playwright/test';
import { createVoterClient } from './journey/client.ts';
import { countRequests } from './site/counter.ts';
import { expect, ignoreErrors, test } from './site/fixtures.ts';
import { newPerson } from './site/person.ts';
import { createVoter } from './site/voter.ts';
import { english } from './site/words.ts';

const REGISTER = '/api/users/register';
const REFUSED = /the server responded with a status of 428/;
const WORKER = /^\/assets\/proof\.worker-/;

test.use({ variables: { LIMITS_FLOOD_REGISTER: '5' } });

/** The site's responses to the page's registrations. */
const watchAnswers = (page: Page): number[] => {
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === REGISTER) statuses.push(response.status());
  });
  return statuses;
};

test.describe('while robots register', () => {
  test.beforeEach(async ({ origin }) => {
    const robot = createVoterClient(origin);
    const register = async () => (await robot.call('POST', '/users/register', newPerson('Robot'))).status;
    await expect.poll(register, { message: 'the flood is noticed' }).toBe(428);
  });

  test('a person registers as usual: the browser solves the proof of work', async ({ page, origin, consoleErrors }) => {
    const statuses = watchAnswers(page);
    const requests = countRequests(page);
    const voter = createVoter(page, english, origin);
    await page.goto('/');
    await page.getByRole('banner').getByRole('button', { name: english.logIn }).click();
    await voter.signUp(newPerson('Ada Lovelace'));
    await voter.confirmEmail();
    await expect(page.getByRole('dialog').getByRole('heading', { name: english.setupTitle })).toBeVisible();
    expect(statuses).toEqual([428, 201]);
    expect(requests(WORKER)).toBeGreaterThan(0);
    ignoreErrors(consoleErrors, REFUSED);
  });
});
