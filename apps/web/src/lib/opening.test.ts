import { afterEach, describe, expect, it } from 'vitest';
import { beginOpening, notePress, useOpening, whileOpening } from './opening.ts';

const state = () => useOpening.getState();
afterEach(() => useOpening.setState({ pressed: undefined, opening: false }));

describe('a pressed button', () => {
  it('is busy until everything that it opens has loaded, then no button is pressed', () => {
    notePress('vote');
    const ends = [beginOpening(), beginOpening()];
    expect(state()).toEqual({ pressed: 'vote', opening: true });
    ends[0]?.();
    expect(state()).toEqual({ pressed: 'vote', opening: true });
    ends[1]?.();
    expect(state()).toEqual({ pressed: undefined, opening: false });
  });

  it('stays the pressed one if another is pressed while it is busy', () => {
    notePress('vote');
    const end = beginOpening();
    notePress('other');
    expect(state().pressed).toBe('vote');
    end();
  });

  it('is no longer busy if the load fails', async () => {
    notePress('vote');
    await expect(whileOpening(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(state()).toEqual({ pressed: undefined, opening: false });
  });
});
