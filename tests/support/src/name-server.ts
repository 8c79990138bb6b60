import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const TYPES: Readonly<Record<number, string>> = { 1: 'A', 12: 'PTR', 15: 'MX', 16: 'TXT', 28: 'AAAA' };
const NO_FAILURE = 0;
const SERVER_FAILURE = 2;
const NO_SUCH_NAME = 3;
/** An answer of a recursive name server. */
const ANSWER = 0x8180;
const HEADER = 12;
/** A pointer to the name of the question. */
const SAME_NAME = 0xc00c;

const nameBytes = (name: string): Buffer =>
  Buffer.concat([
    ...name
      .split('.')
      .filter((label) => label !== '')
      .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);

const ipv6Bytes = (address: string): Buffer => {
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const groups = [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
};

const number16 = (...values: number[]): Buffer => Buffer.from(values.flatMap((value) => [value >> 8, value & 255]));

/** A TXT record is made of parts of at most 255 octets. */
const textBytes = (text: string): Buffer =>
  Buffer.concat((text.match(/.{1,255}/gs) ?? []).map((part) => Buffer.from([part.length, ...Buffer.from(part)])));

const dataOf: Readonly<Record<string, (text: string) => Buffer>> = {
  A: (text) => Buffer.from(text.split('.').map(Number)),
  AAAA: ipv6Bytes,
  MX: (text) => Buffer.concat([number16(Number(text.split(' ')[0])), nameBytes(text.split(' ')[1] ?? '')]),
  PTR: nameBytes,
  TXT: textBytes,
};

const questionOf = (query: Buffer): { name: string; type: string; end: number } => {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: TYPES[query.readUInt16BE(at + 1)] ?? '', end: at + 5 };
};

export type NameServer = { address: string; close(): Promise<void> };

/**
 * A real name server (RFC 1035, over UDP) on this machine.
 * @param records by type and name, like `TXT awards.org`; an MX record is its number and name. `fails` answers that it
 * can't tell, `silent` does not answer.
 */
export const startNameServer = async (
  records: Readonly<Record<string, readonly string[] | 'fails' | 'silent'>>,
): Promise<NameServer> => {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query);
    const found = records[`${type} ${name}`];
    if (found === 'silent') return;
    const texts = found === 'fails' ? [] : (found ?? []);
    const isKnown = Object.keys(records).some((key) => key.endsWith(` ${name}`));
    const code = found === 'fails' ? SERVER_FAILURE : isKnown ? NO_FAILURE : NO_SUCH_NAME;
    const answers = texts.map((text) => {
      const data = dataOf[type]?.(text) ?? Buffer.alloc(0);
      const kind = query.subarray(end - 4, end);
      return Buffer.concat([number16(SAME_NAME), kind, number16(0, 60, data.length), data]);
    });
    const header = Buffer.concat([query.subarray(0, 2), number16(ANSWER | code, 1, answers.length, 0, 0)]);
    socket.send(Buffer.concat([header, query.subarray(HEADER, end), ...answers]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
};
