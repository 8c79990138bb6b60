import { describe, expect, it } from 'vitest';
import {
  agreeHeartBeats,
  chooseSubprotocol,
  chooseVersion,
  DEFAULT_HEART_BEAT,
  negotiate,
  readHeartBeat,
} from './negotiation.ts';

describe('STOMP 1.2, "Protocol Negotiation"', () => {
  it.each([
    [undefined, '1.0'],
    ['1.0', '1.0'],
    ['1.0,1.1,2.0', '1.1'],
    ['1.2,1.1,1.0', '1.2'],
    ['1.1, 1.2', '1.2'],
  ])('RT-06 answers accept-version %s with %s', (accepted, version) => {
    expect(chooseVersion(accepted)).toBe(version);
  });

  it.each(['', '2.0', '1.20', '1.1.0', 'x'])('RT-06 refuses accept-version %j', (accepted) => {
    expect(() => chooseVersion(accepted)).toThrow(expect.objectContaining({ code: 'version.unsupported' }));
  });

  it('RT-06 chooses the preferred subprotocol that a WebSocket client offers', () => {
    expect(chooseSubprotocol(['v10.stomp', 'v12.stomp', 'v11.stomp'])).toBe('v12.stomp');
    expect(chooseSubprotocol(new Set(['v10.stomp', 'chat']))).toBe('v10.stomp');
    expect(chooseSubprotocol(['chat'])).toBeUndefined();
  });
});

describe('STOMP 1.2, "Heart-beating"', () => {
  it.each([
    ['10000,10000', 10_000, 10_000],
    ['0,0', 0, 0],
    ['0,30000', 30_000, 0],
    ['20000,0', 0, 20_000],
    ['1,1', 10_000, 10_000],
    [undefined, 0, 0],
  ])(
    'RT-04 a client that declares %s gets a heart-beat every %i ms and must send one every %i ms',
    (header, outgoing, incoming) => {
      expect(agreeHeartBeats(readHeartBeat(header), DEFAULT_HEART_BEAT)).toEqual({ outgoing, incoming });
    },
  );

  it.each(['', '1', '1,', '1,2,3', '-1,0', 'a,b', '1, 2', '1.5,2', `${'9'.repeat(11)},0`])(
    'RT-06 refuses heart-beat %j',
    (header) => {
      expect(() => readHeartBeat(header)).toThrow(expect.objectContaining({ code: 'header.invalid' }));
    },
  );
});

describe('STOMP 1.2, "CONNECT or STOMP Frame"', () => {
  const headers = new Map([['accept-version', '1.2']]);

  it('RT-06 accepts any host, and a missing one unless it is required', () => {
    expect(negotiate(headers, DEFAULT_HEART_BEAT, false).version).toBe('1.2');
    expect(() => negotiate(headers, DEFAULT_HEART_BEAT, true)).toThrow(
      expect.objectContaining({ code: 'header.missing' }),
    );
    expect(negotiate(new Map([...headers, ['host', 'any']]), DEFAULT_HEART_BEAT, true).version).toBe('1.2');
  });

  it('RT-06 requires neither host nor heart-beats of a 1.0 client', () => {
    expect(negotiate(new Map([['heart-beat', '1,1']]), DEFAULT_HEART_BEAT, true)).toEqual({
      version: '1.0',
      heartBeats: { outgoing: 0, incoming: 0 },
    });
  });
});
