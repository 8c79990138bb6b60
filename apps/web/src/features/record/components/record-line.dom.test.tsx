// @vitest-environment happy-dom

import type { Receipt } from '@laurel/contracts/calls/receipts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cleanUp } from '../../../testing/clean-up.ts';
import { page, person, showStep } from '../../../testing/person.tsx';
import type { Fault, RecordState, Verdict } from '../flow.ts';
import { type Check, RecordLine } from './record-line.tsx';
// Loads this module before the tests. The page loads it later, with import().
import './verdict.tsx';

const RECEIPT: Receipt = {
  ...{ nomination: 'best-partner', niche: 'crypto', vote: 'orbit-crew' },
  ...{ serverNonce: 'A', browserNonce: 'B', leaf: 'C', index: 6, proof: 'the proof' },
};
const RECORDED: Verdict = {
  ...{ is: 'recorded', index: 1_234, size: 5_678, cosigned: 2, witnesses: 3, own: true, before: 9 },
};

const show = async (state: RecordState, check: () => Promise<Check>, language: 'en' | 'uk' = 'en') => {
  await showStep(<RecordLine state={state} name="Crypto" minutes={10} onCheck={check} />, language);
};
const verdictIs = (verdict: Verdict) => () => Promise.resolve({ verdict, nominee: 'Orbit Crew', receipt: RECEIPT });
const texts = () => document.body.textContent?.replaceAll('\u00a0', ' ') ?? '';
const CHECK = 'Check in the public record: Crypto';

afterEach(cleanUp);

describe('the public record beside a vote', () => {
  it('says when a vote enters it, and offers no check before', async () => {
    await show('waiting', verdictIs(RECORDED));
    expect(texts()).toContain('Enters the public record within 10 minutes');
    expect(page.buttons()).not.toContain('Check');
  });

  it.each([
    ['en', 'Your vote is stored'],
    ['uk', 'Ваш голос збережено'],
  ] as const)('says that the record has stopped, %s', async (language, text) => {
    await show('stopped', verdictIs(RECORDED), language);
    expect(texts()).toContain(text);
  });

  it.each(['recorded', 'late', 'missing'] as const)('can be checked: %s', async (state) => {
    await show(state, verdictIs(RECORDED));
    await person.press(CHECK);
    expect(page.news('status').join('').replaceAll('\u00a0', ' ')).toContain('as you cast it');
  });

  it('says what was found, and what that means', async () => {
    await show('recorded', verdictIs(RECORDED));
    await person.press(CHECK);
    for (const text of [
      'It holds your choice: Orbit Crew',
      'It has the random number that this browser sent',
      'It is entry 1,235 of 5,678',
      '2 of 3 witnesses confirmed the record',
      'Nothing that this browser saw before is missing or changed',
      'Recorded is not counted',
      'Counted is not private',
    ]) {
      expect(texts()).toContain(text);
    }
  });

  it('says the outcome in Ukrainian', async () => {
    await show('recorded', verdictIs({ ...RECORDED, own: false, before: 0, witnesses: 0, cosigned: 0 }), 'uk');
    await person.press('Перевірити в публічному реєстрі: Crypto');
    for (const text of [
      'Ваш голос є в публічному реєстрі',
      'не стежить жоден незалежний свідок',
      'не із цього браузера',
    ]) {
      expect(texts()).toContain(text);
    }
  });

  it('saves the receipt under the name of its category', async () => {
    const saved: string[] = [];
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    await show('recorded', verdictIs(RECORDED));
    await person.press(CHECK);
    await person.press('Save the receipt');
    expect(saved).toEqual(['vote-best-partner-crypto.tlog-proof']);
  });

  const FAULTS: readonly Fault[] = [
    ...(['choice', 'nonce', 'promise', 'overdue', 'proof', 'witness', 'missing'] as const),
    ...(['fork', 'rollback', 'key', 'signature', 'damaged', 'withheld'] as const),
  ];
  it.each(FAULTS)('says in plain words what is wrong, and what to do: %s', async (fault) => {
    await show('recorded', verdictIs({ is: 'wrong', fault, evidence: '{}' }));
    await person.press(CHECK);
    const [alarm = ''] = page.news('alert');
    expect(alarm.replaceAll('\u00a0', ' ')).toContain('send it to the organisers and to a witness');
    expect(page.buttons()).toContain('Save the evidence');
    expect(alarm).not.toContain('fault.');
  });

  it.each(['waiting', 'unreadable', 'doubtful', 'unsupported'] as const)('raises no alarm: %s', async (is) => {
    await show('recorded', verdictIs({ is }));
    await person.press(CHECK);
    expect(page.news('alert')).toEqual([]);
    expect(page.news('status').join('')).not.toBe('');
  });

  it('says that the check could not be loaded', async () => {
    await show('recorded', () => Promise.reject(new TypeError('Failed to fetch')));
    await person.press(CHECK);
    expect(page.news('alert')).toEqual([
      'The check could not be loaded. Check your internet connection and try again.',
    ]);
  });
});
