import { expect, it } from 'vitest';
import { rangeIn } from './base.ts';
import { BackupError } from './errors.ts';
import { at } from './testing/made-store.ts';

const range = (timeline: number, from: string, to: string): string =>
  `{ "Timeline": ${timeline}, "Start-LSN": "${from}", "End-LSN": "${to}" }`;
const manifest = (...ranges: string[]): string =>
  `"Files": [],\n"WAL-Ranges": [\n${ranges.join(',\n')}\n],\n"Manifest-Checksum": "00"}\n`;

it('a base needs the log of its range', () => {
  expect(rangeIn(manifest(range(3, '0/5000028', '0/5000120')))).toEqual({
    timeline: 3,
    startLsn: at(5, 0x28),
    endLsn: at(5, 0x120),
  });
});

it('a base that began before a failover needs the log of both timelines, to its own end', () => {
  const ranges = [range(4, '0/6DEC378', '0/7000100'), range(3, '0/5000028', '0/6DEC378')];
  expect(rangeIn(manifest(...ranges))).toEqual({ timeline: 3, startLsn: at(5, 0x28), endLsn: at(7, 0x100) });
});

it('an archive without a range is no base', () => {
  expect(() => rangeIn('')).toThrow(BackupError);
});
