import { expect, it } from 'vitest';
import { filledBytes } from './wal.ts';

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
