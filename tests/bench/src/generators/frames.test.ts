import { plainFrame } from '@laurel/api/realtime/frame';
import { expect, it } from 'vitest';
import { clientFrame, readFrames } from './frames.ts';

const GOODBYE = Buffer.of(0x88, 2, 3, 233);
const small = ['', 'a', 'x'.repeat(125), 'y'.repeat(126)];
const large = [...small, 'z'.repeat(70_000)];

it.each([
  [1, small],
  [2, small],
  [3, small],
  [127, small],
  [4_096, large],
  [65_536, large],
  [1_000_000, large],
])('readFrames finds every message in a stream that comes in chunks of %i octets', (size, messages) => {
  const stream = Buffer.concat([...messages.map((text) => plainFrame(Buffer.from(text), 'text')), GOODBYE]);
  const heard: string[] = [];
  let goodbyes = 0;
  const read = readFrames(
    (payload) => heard.push(payload.toString()),
    () => {
      goodbyes += 1;
    },
  );
  for (let at = 0; at < stream.length; at += size) read(Buffer.from(stream.subarray(at, at + size)));
  expect(heard).toEqual(messages);
  expect(goodbyes).toBe(1);
});

it('clientFrame masks a message, with a mask that changes nothing, and refuses a long one', () => {
  expect([...clientFrame('hi')]).toEqual([0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69]);
  expect(() => clientFrame('x'.repeat(126))).toThrow('too long');
});
