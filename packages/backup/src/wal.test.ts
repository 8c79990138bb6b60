import { describe, expect, it } from 'vitest';
import { filledBytes, formatLsn, parseLsn, parseWalName, segmentAt, segmentName } from './wal.ts';

const block = (last: number): Buffer => Buffer.alloc(4_096, 1).fill(0, last);
const EMPTY = Buffer.alloc(4_096);

it.each([
  ['nothing', [EMPTY, EMPTY], { certain: 0, most: 0 }],
  ['one block in part', [block(10), EMPTY], { certain: 10, most: 10 }],
  ['blocks around a missing one', [block(4_096), EMPTY, block(10), EMPTY], { certain: 4_096, most: 8_202 }],
  ['every block', [block(4_096), block(4_096)], { certain: 8_192, most: 8_192 }],
])('an incomplete segment with %s is certain up to its first block of zeros', (_what, blocks, filled) => {
  expect(filledBytes(Buffer.concat(blocks))).toEqual(filled);
});

describe('WAL positions', () => {
  it.each([
    ['0/0', 0n],
    ['0/2000028', 0x2000028n],
    ['1A/FFFFFFFF', 0x1affffffffn],
  ])('include %s', (text, lsn) => {
    expect(parseLsn(text)).toBe(lsn);
    expect(formatLsn(lsn)).toBe(text);
  });

  it.each(['', '0', '0/', '/0', '0/G', '123456789/0'])('do not include %j', (text) => {
    expect(() => parseLsn(text)).toThrow('is no position');
  });

  it('have segments named as in PostgreSQL', () => {
    expect(segmentName(1, segmentAt(0x2000028n))).toBe('000000010000000000000002');
    expect(segmentName(0x2a, segmentAt(parseLsn('1A/FF000000')))).toBe('0000002A0000001A000000FF');
    expect(parseWalName('0000002A0000001A000000FF.partial')).toMatchObject({
      kind: 'partial',
      timeline: 42,
      segment: segmentAt(parseLsn('1A/FFFFFFFF')),
    });
    expect(parseWalName('00000002.history')).toMatchObject({ kind: 'history', timeline: 2 });
    for (const other of ['archive_status', '000000010000000000000002.gz', '00000001.partial']) {
      expect(parseWalName(other)).toBeUndefined();
    }
  });
});
