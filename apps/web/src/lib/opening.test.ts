import { afterEach, describe, expect, it } from 'vitest';
import { beginOpening, notePress, useOpening, whileOpening } from './opening.ts';

const state = () => useOpening.getState();
afterEach(() => useOpening.setState({ pressed: undefined, opening: false }));

describe('what a pressed button opens', () => {
  it('is opening until the last part has loaded, then no button is pressed', () => {
    notePress('vote');
    const ends = [beginOpening(), beginOpening()];
    expect(state()).toEqual({ pressed: 'vote', opening: true });
    ends[0]?.();
    expect(state()).toEqual({ pressed: 'vote', opening: true });
    ends[1]?.();
    expect(state()).toEqual({ pressed: undefined, opening: false });
  });

  it('stays with the first button while it loads', () => {
    notePress('vote');
    const end = beginOpening();
    notePress('other');
    expect(state().pressed).toBe('vote');
    end();
  });

  it('ends if the load fails', async () => {
    notePress('vote');
    await expect(whileOpening(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(state()).toEqual({ pressed: undefined, opening: false });
  });
});
