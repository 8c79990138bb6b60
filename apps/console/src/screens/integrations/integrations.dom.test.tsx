// @vitest-environment happy-dom
import { HOOK_EVENT_NAMES } from '@laurel/contracts/console/hook-events';
import { describe, expect, it } from 'vitest';
import { page, person, startScreen } from '../../testing/console.tsx';
import { meOf } from '../../testing/data.ts';
import { done } from '../../testing/fake-api.ts';

const AT = '2026-11-29T20:00:00.000Z';
const HOOK = {
  ...{ id: 3, url: 'https://hooks.slack.com/services/T0/B0/secret', events: ['phase.moved'], language: 'en' },
  ...{ addedBy: 'Olena (console)', addedAt: AT, failingSince: AT, offAt: AT },
};
const CALL = { id: 41, hook: 3, type: 'phase.moved', at: AT, tries: 24 };
const TOKEN = {
  ...{ id: '7d1f0c60-0000-4000-8000-000000000000', name: 'Sheet', role: 'auditor', scopes: ['tonight', 'audit'] },
  ...{ madeBy: 'Olena', madeAt: AT, lastUsedAt: null },
};
const { answers, sentTo, open } = startScreen('/integrations', () => ({
  'GET /me': { body: meOf('owner') },
  'GET /integrations': {
    body: { hooks: [HOOK], deliveries: [{ ...CALL, state: 'given_up', problem: 'webhook: 500' }], tokens: [TOKEN] },
  },
}));

describe('integrations', () => {
  it('show a webhook by its host alone, and that it was switched off', async () => {
    await open();
    await page.heading('Webhooks');
    expect(page.has(/T0|secret/)).toBe(false);
    expect(page.has(/^off since/)).toBe(true);
    answers['POST /integrations/deliveries/41/send-again'] = done;
    await person.press('Send again: Phases moved');
    await person.explain('Repaired', 'Send again');
    expect(sentTo('POST /integrations/deliveries/41/send-again')).toEqual([{ reason: 'Repaired' }]);
  });

  it('add a webhook, say what is wrong with its address, and show its key once', async () => {
    answers['POST /integrations/hooks'] = { status: 201, body: { success: true, data: { secret: 'whsec_abc' } } };
    await open();
    await person.press('Add a webhook');
    await person.fill('Address', 'http://hooks.example.org');
    expect(await page.find(/^Write an address like https/)).toBeTruthy();
    await person.fill('Address', 'https://hooks.example.org');
    await person.press('Winners announced', 'checkbox');
    await person.explain('For the chat', 'Add a webhook');
    expect(await page.find('whsec_abc')).toBeTruthy();
    const events = HOOK_EVENT_NAMES.filter((name) => name !== 'winners.announced');
    const sent = { url: 'https://hooks.example.org', events, language: 'en', reason: 'For the chat' };
    expect(sentTo('POST /integrations/hooks')).toEqual([sent]);
    await person.press('Done');
    await expect.poll(() => page.has('whsec_abc')).toBe(false);
  });

  it('let only owners make keys', async () => {
    answers['GET /me'] = { body: meOf('organiser') };
    await open();
    await page.heading('Keys of the API');
    expect(page.button('Make a key')).toBeNull();
  });

  it('make and revoke a key', async () => {
    answers['POST /integrations/tokens'] = { status: 201, body: { success: true, data: { secret: 'laurel_abc' } } };
    answers[`POST /integrations/tokens/${TOKEN.id}/revoke`] = done;
    await open();
    await person.press('Make a key');
    await person.fill('What it is for', 'The wall');
    await person.press('Results', 'checkbox');
    await person.explain('For the hall', 'Make a key');
    expect(await page.find('laurel_abc')).toBeTruthy();
    const sent = { name: 'The wall', role: 'auditor', scopes: ['tonight', 'results'], reason: 'For the hall' };
    expect(sentTo('POST /integrations/tokens')).toEqual([sent]);
    await person.press('Done');
    await person.press('Revoke: Sheet');
    await person.explain('Lost', 'Revoke');
    expect(await page.find('The key is revoked')).toBeTruthy();
  });
});
