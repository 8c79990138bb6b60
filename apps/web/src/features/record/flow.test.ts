import { describe, expect, it } from 'vitest';
import { isOverdue, stateOf } from './flow.ts';

const CLOSES = '2027-04-20T07:00:00.000Z';
const ANNOUNCED = '2027-05-01T17:00:00.000Z';
const DELAY_SECONDS = 600;
/** The delay of the record, and five minutes. */
const LATEST_MS = DELAY_SECONDS * 1_000 + 5 * 60_000;
const after = (time: string, ms: number) => new Date(Date.parse(time) + ms);

describe('a vote that is not in the record', () => {
  it('is late after the delay from the end of voting on', () => {
    const phases = { votingClosesAt: CLOSES, winnersAnnouncedAt: ANNOUNCED };
    expect(isOverdue(phases, DELAY_SECONDS, after(CLOSES, LATEST_MS))).toBe(false);
    expect(isOverdue(phases, DELAY_SECONDS, after(CLOSES, LATEST_MS + 1))).toBe(true);
  });

  // This test fails, with a vote that is never late, if only the closing time ends voting.
  it('is late also in an award without a closing time, which ends with the announcement', () => {
    const phases = { votingClosesAt: null, winnersAnnouncedAt: ANNOUNCED };
    expect(isOverdue(phases, DELAY_SECONDS, after(ANNOUNCED, LATEST_MS))).toBe(false);
    expect(isOverdue(phases, DELAY_SECONDS, after(ANNOUNCED, LATEST_MS + 1))).toBe(true);
  });

  it('is never late if voting has no end', () => {
    const phases = { votingClosesAt: null, winnersAnnouncedAt: null };
    expect(isOverdue(phases, DELAY_SECONDS, after(ANNOUNCED, LATEST_MS + 1))).toBe(false);
  });
});

describe('a vote of the list', () => {
  const receipt = { nomination: 'a', niche: 'b', vote: 'c', serverNonce: '', browserNonce: '', leaf: '', proof: null };
  const waiting = { ...receipt, index: null };

  // This test failed: the list said that the vote enters the record within minutes.
  it('waits for a record that has stopped, until it is late', () => {
    expect(stateOf(waiting, true, false, false)).toBe('waiting');
    expect(stateOf(waiting, true, false, true)).toBe('stopped');
    expect(stateOf(waiting, true, true, true)).toBe('late');
    expect(stateOf({ ...receipt, index: 7 }, true, false, true)).toBe('recorded');
  });
});
