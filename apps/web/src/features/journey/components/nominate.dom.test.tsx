// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { useModals } from '../../../modals/store.ts';
import { endSession } from '../../../session/store.ts';
import { editionWith } from '../../../testing/edition.ts';
import { refusal } from '../../../testing/failures.ts';
import { EDITION, startModals } from '../../../testing/modals.tsx';
import { person } from '../../../testing/person.tsx';
// Loads this module before the tests. The page loads it later, with import().
import './nominate.tsx';

const { show, api } = startModals();
const ENTRY = { id: 'e-1', nomination: 'best-partner', niche: 'crypto', name: 'Orbit', link: null, why: null };
const NOMINATING = editionWith({
  ...EDITION,
  phases: { ...EDITION.phases, nominatingClosesAt: '2026-11-30T18:00:00.000Z' },
  nominating: { proof: 'voter', entries: 1 },
});
const open = (entries: readonly object[]) => {
  api().answers['GET /entries/mine'] = { body: entries };
  return show({ type: 'nominate', props: {} }, [], NOMINATING);
};
const asked = (call: string) => api().requests.findLast(({ method, path }) => `${method} ${path}` === call)?.body;

it('a name is put forward with three taps: the form asks for name, link and why, and shows what is refused', async () => {
  await open([]);
  expect(document.body.textContent ?? '').toMatch(/November\s30 at 20:00/);
  await person.press('crypto Add a name');
  await person.fill('Name of the company or person', 'kit');
  expect(document.body.textContent ?? '').toContain('On the list already: Kite');
  api().answers['POST /entries'] = refusal('request.invalid', { metadata: { fieldCodes: { name: 'entryNominee' } } });
  await person.press('Put forward');
  expect(document.body.textContent ?? '').toContain('This name is on the list of this category already');
  await person.fill('Name of the company or person', ' Orbit ');
  api().answers['POST /entries'] = { status: 201, body: { success: true, data: ENTRY } };
  api().answers['GET /entries/mine'] = { body: [ENTRY] };
  await person.press('Put forward');
  const { nomination, niche } = ENTRY;
  expect(asked('POST /entries')).toEqual({ nomination, niche, name: 'Orbit', link: null, why: null });
  expect(document.body.textContent ?? '').toContain('Your entry is in.');
});

it('an entry is changed in its category, and withdrawn', async () => {
  await open([ENTRY]);
  api().answers['POST /entries'] = { status: 201, body: { success: true, data: ENTRY } };
  api().answers['DELETE /entries/e-1'] = { body: { success: true } };
  await person.press('crypto Orbit Change');
  await person.fill('Link or @handle, if you know one', '@orbit');
  await person.press('Save');
  expect(asked('POST /entries')).toMatchObject({ replaces: 'e-1', name: 'Orbit', link: '@orbit' });
  await person.press('crypto Orbit Change');
  await person.press('Withdraw this entry');
  expect(document.body.textContent ?? '').toContain('Your entry is withdrawn.');
});

it('a missing verification opens its step, and a stranger logs in first', async () => {
  await open([]);
  api().answers['POST /entries'] = refusal('phone.unverified');
  await person.press('crypto Add a name');
  await person.fill('Name of the company or person', 'Orbit');
  await person.press('Put forward');
  expect(useModals.getState().current?.type).toBe('phoneOtp');
  endSession();
  await open([]);
  expect(useModals.getState().current?.type).toBe('login');
});
