import { countRequests } from './site/counter.ts';
import { expect, test } from './site/fixtures.ts';
import { newPerson } from './site/person.ts';
import { createVoter } from './site/voter.ts';
import { english } from './site/words.ts';

// The default limits.
test.use({ variables: {} });

test('without a flood, no proof is required, and the worker is not loaded', async ({ page, origin }) => {
  const asked: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 428) asked.push(response.url());
  });
  const requests = countRequests(page);
  const voter = createVoter(page, english, origin);
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: english.logIn }).click();
  await voter.signUp(newPerson('Ada Lovelace'));
  await voter.confirmEmail();
  await voter.linkAuthenticator();
  await voter.confirmPhone();
  await voter.connectTelegram();
  expect(asked).toEqual([]);
  expect(requests(/^\/assets\/proof/)).toBe(0);
});
