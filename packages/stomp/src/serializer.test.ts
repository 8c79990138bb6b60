import { describe, expect, it } from 'vitest';
import { decodeUtf8, encodeUtf8 } from './bytes.ts';
import { serializeFrame } from './serializer.ts';

describe('serializeFrame', () => {
  it('RT-06 writes command, headers, blank line and the closing NULL octet', () => {
    const bytes = serializeFrame({ command: 'RECEIPT', headers: [['receipt-id', 'a:b\r\n\\']] }, '1.2');
    expect(decodeUtf8(bytes)).toBe('RECEIPT\nreceipt-id:a\\cb\\r\\n\\\\\n\n\0');
  });

  it('RT-06 adds the content-length of a body in octets', () => {
    const headers: [string, string][] = [['content-length', '99']];
    expect(decodeUtf8(serializeFrame({ command: 'SEND', headers, body: encodeUtf8('ї\0') }, '1.1'))).toBe(
      'SEND\ncontent-length:3\n\nї\0\0',
    );
    expect(decodeUtf8(serializeFrame({ command: 'SEND', headers }, '1.1'))).toBe('SEND\n\n\0');
  });

  it('RT-06 escapes nothing in 1.0 and in CONNECTED', () => {
    const headers = [['a', 'b:c\\']] as const;
    expect(decodeUtf8(serializeFrame({ command: 'MESSAGE', headers }, '1.0'))).toBe('MESSAGE\na:b:c\\\n\n\0');
    expect(decodeUtf8(serializeFrame({ command: 'CONNECTED', headers }, '1.2'))).toBe('CONNECTED\na:b:c\\\n\n\0');
  });
});
