import { describe, expect, it } from 'vitest';
import { tilePath, tilesOf } from './tiles.ts';

const names = (size: number) => {
  const tiles = [...tilesOf(size)].filter(({ level }) => level !== 'entries');
  const at = (wanted: number) => tiles.filter(({ level }) => level === wanted);
  return [0, 1, 2, 3].map((level) => ({
    full: at(level).filter(({ width }) => width === 256).length,
    partial: at(level).find(({ width }) => width < 256)?.width,
  }));
};

describe('the examples of tlog-tiles', () => {
  it('a tree of 70,000 has 273 full tiles and one of 112, one full and one of 17, and one of 1', () => {
    expect(names(70_000)).toEqual([
      { full: 273, partial: 112 },
      { full: 1, partial: 17 },
      { full: 0, partial: 1 },
      { full: 0, partial: undefined },
    ]);
  });

  it('a tree of 256 has a full tile and one of 1', () => {
    expect(names(256).slice(0, 2)).toEqual([
      { full: 1, partial: undefined },
      { full: 0, partial: 1 },
    ]);
  });

  it('the index 1234067 is x001/x234/067', () => {
    expect(tilePath({ level: 3, index: 1_234_067, width: 256 })).toBe('tile/3/x001/x234/067');
    expect(tilePath({ level: 'entries', index: 1_234_067, width: 9 })).toBe('tile/entries/x001/x234/067.p/9');
  });
});
