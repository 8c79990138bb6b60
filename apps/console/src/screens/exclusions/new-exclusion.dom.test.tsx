// @vitest-environment happy-dom
import type { Role } from '@laurel/contracts/console/permissions';
import { act } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closeConsole, openConsole, page, person } from '../../testing/console.tsx';
import { meOf, OLENA, TARAS } from '../../testing/data.ts';
import { answersOf, PERSON, PREVIEW } from '../../testing/exclusions.ts';
import { done, refusal, stubApi } from '../../testing/fake-api.ts';
import { requestBody, stubPasskeys } from '../../testing/passkeys.ts';

let shown: Awaited<ReturnType<typeof openConsole>> | undefined;
afterEach(closeConsole);

const open = async (path = '/exclusions/new') => {
  const api = stubApi(answersOf({}));
  shown = await openConsole(path);
  return api;
};

type Api = Awaited<ReturnType<typeof open>>;

/** Ends the session, and lets the console ask who is signed in. */
const endSession = async ({ answers }: Api) => {
  answers['GET /me'] = refusal(401, 'console.signed_out');
  await shown?.refresh();
  await page.heading('Organisers’ console');
};
const signInAs = async ({ answers }: Api, role: Role, id = OLENA) => {
  stubPasskeys('works');
  answers['POST /sign-in/options'] = { body: requestBody };
  answers['POST /sign-in'] = () => {
    const me = meOf(role);
    answers['GET /me'] = { body: { ...me, person: { ...me.person, id } } };
    return done;
  };
  await person.press('Sign in with a passkey');
};

describe('a new exclusion', () => {
  const rehearsal = (change: object = {}) => ({
    body: { success: true, data: { ...PREVIEW, sample: [PERSON], moreThanHalf: false, ...change } },
  });

  it('needs a criterion, and says what is wrong with an invalid one', async () => {
    const api = await open();
    await person.press('Preview');
    expect(await page.alert()).toBe('Select the votes: add at least one criterion');
    await person.fill('Networks', '203.0.113.7');
    await person.press('Preview');
    await page.find('Write a network like 203.0.113.0/24 or 2001:db8::/48');
    expect(api.sentTo('POST /exclusions/rehearsal')).toEqual([]);
  });

  it('is previewed before anything is stored, then proposed with its reasons', async () => {
    const api = await open();
    api.answers['POST /exclusions/rehearsal'] = rehearsal();
    api.answers['POST /exclusions'] = { status: 201, body: { success: true, data: { id: 7 } } };
    await person.fill('Networks', '203.0.113.0/24\n\n2001:db8::/48 ');
    await person.choose('Nominees', 'best-partner/crypto/copperfinch');
    await person.press('Preview');
    await page.find('1 of the accounts');
    await page.find('v***r@e***.org');
    const selection = { networks: ['203.0.113.0/24', '2001:db8::/48'], nominees: ['best-partner/crypto/copperfinch'] };
    expect(api.sentTo('POST /exclusions/rehearsal')).toEqual([{ selection }]);
    expect(api.sentTo('POST /exclusions')).toEqual([]);

    await person.fill('Public reason in English', 'One person cast them.');
    await person.fill('Public reason in Ukrainian', 'Написала ada@example.org');
    await person.fill('Reason for the team', 'one device farm');
    await person.press('Propose');
    await page.find(/Name no person/);
    await person.fill('Public reason in Ukrainian', 'Їх віддала одна людина.');
    await person.press('Propose');
    await page.heading('The decision');
    expect(shown?.address()).toBe('/exclusions/7');
    expect(api.sentTo('POST /exclusions')).toEqual([
      {
        selection,
        publicReason: { en: 'One person cast them.', uk: 'Їх віддала одна людина.' },
        reason: 'one device farm',
        evidence: '',
        moreThanHalf: false,
      },
    ]);
  });

  it('can’t be proposed after a change of the criteria until it is previewed again', async () => {
    const api = await open();
    api.answers['POST /exclusions/rehearsal'] = rehearsal();
    await person.fill('Networks', '203.0.113.0/24');
    await person.press('Preview');
    await page.heading('Propose it');
    await person.fill('Networks', '203.0.113.0/25');
    await page.find('The criteria have changed. Preview them again before you propose this.');
    expect(page.button('Propose')).toBeNull();
  });

  it('can’t be proposed after a change of the criteria while the preview was on its way', async () => {
    const api = await open();
    const asked = Promise.withResolvers<ReturnType<typeof rehearsal>>();
    api.answers['POST /exclusions/rehearsal'] = () => asked.promise;
    await person.fill('Networks', '203.0.113.0/24');
    await person.press('Preview');
    await person.fill('Networks', '203.0.113.0/25');
    asked.resolve(rehearsal());
    await page.find('The criteria have changed. Preview them again before you propose this.');
    expect(page.button('Propose')).toBeNull();
  });

  it('is kept while the same person signs in again, and Back then leads past the sign-in', async () => {
    const api = await open('/exclusions');
    await person.press('New exclusion', 'link');
    api.answers['POST /exclusions/rehearsal'] = rehearsal();
    await person.fill('Networks', '203.0.113.0/24');
    await person.press('Preview');
    await person.fill('Public reason in English', 'One person cast them.');
    await person.fill('Reason for the team', 'one device farm');
    await endSession(api);
    expect(document.body.textContent).not.toContain('farm');
    await signInAs(api, 'organiser');
    await page.find(/^You were signed out\. What you wrote is here again/);
    expect(shown?.address()).toBe('/exclusions/new');
    expect(page.field('Networks').value).toBe('203.0.113.0/24');
    await person.press('Preview');
    await page.heading('Propose it');
    expect(page.field('Public reason in English').value).toBe('One person cast them.');
    expect(page.field('Reason for the team').value).toBe('one device farm');
    await act(async () => shown?.router.history.back());
    await page.heading('Exclusions');
    expect(shown?.address()).toBe('/exclusions');
    await person.press('New exclusion', 'link');
    expect((await page.heading('New exclusion')).textContent).toBe('New exclusion');
    expect(page.field('Networks').value).toBe('');
  });

  it('is not kept for another person, and is dropped when another person signs in', async () => {
    const api = await open();
    await person.fill('Networks', '203.0.113.0/24');
    await endSession(api);
    await signInAs(api, 'organiser', TARAS);
    await page.heading('New exclusion');
    expect(page.field('Networks').value).toBe('');
    await endSession(api);
    await signInAs(api, 'organiser');
    await page.heading('New exclusion');
    expect(page.field('Networks').value).toBe('');
  });

  it('keeps the reasons while the criteria change', async () => {
    const api = await open();
    api.answers['POST /exclusions/rehearsal'] = rehearsal();
    await person.fill('Networks', '203.0.113.0/24');
    await person.press('Preview');
    await person.fill('Reason for the team', 'one device farm');
    await person.fill('Networks', '203.0.113.0/25');
    await person.press('Preview');
    await page.heading('Propose it');
    expect(page.field('Reason for the team').value).toBe('one device farm');
  });

  it('of more than half of all votes can be proposed only after the box is ticked', async () => {
    const api = await open();
    api.answers['POST /exclusions/rehearsal'] = rehearsal({ votes: 12_000, moreThanHalf: true });
    await person.fill('Networks', '203.0.113.0/24');
    await person.press('Preview');
    await page.find('That is more than half of all votes: 12,000 of 20,000.');
    expect(page.button('Propose')?.getAttribute('aria-disabled')).toBe('true');
    act(() => page.field('Yes, leave out 12,000 of all 20,000 votes: more than half').click());
    await expect.poll(() => page.button('Propose')?.getAttribute('aria-disabled')).toBeNull();
  });

  it('says that no vote matches', async () => {
    const api = await open();
    api.answers['POST /exclusions/rehearsal'] = refusal(400, 'request.invalid', {
      fields: { selection: 'No vote matches. Change a criterion' },
    });
    await person.fill('Networks', '198.51.100.0/24');
    await person.press('Preview');
    expect(await page.alert()).toBe('No vote matches. Change a criterion');
  });
});
