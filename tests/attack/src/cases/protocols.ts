import type { Case } from '../case.ts';

const SERVER = 'apps/api/src/http/early-answer.ts';
const SERVER_TEST = 'apps/api/src/http/early-answer.test.ts';
const WIRE_TEST = 'apps/api/src/app.wire.test.ts';
const SOCKETS = 'apps/api/src/realtime/routes.ts';
const SOCKETS_TEST = 'apps/api/src/realtime/frames.test.ts';
const STREAMS_TEST = 'tests/attack/src/suites/stomp-streams.test.ts';

export const protocolCases: readonly Case[] = [
  {
    id: 'protocols.generated-requests',
    attack: 'A million requests made from the OpenAPI document, right, nearly right and wholly wrong, over every route',
    guard:
      'the contract’s schemas, and one translation of every failure, that of an address that can’t be read included',
    proof: {
      file: 'tests/attack/src/suites/requests.test.ts',
      test: 'are never answered with a failure of the server, by nothing, or in another shape, and leave nothing behind',
    },
    without: [{ file: 'apps/api/src/app.ts', find: '    frameworkErrors: answerUnroutable(headers),\n', put: '' }],
  },
  {
    id: 'protocols.nul-characters',
    attack: 'A NUL character in every field, which PostgreSQL keeps in no text',
    guard: 'the rule on control characters in the contract’s fields',
    proof: {
      file: WIRE_TEST,
      test: 'are rejected with the field when it holds a character that PostgreSQL cannot store',
    },
    without: [
      {
        file: 'packages/contracts/src/fields.ts',
        find: '  .refine((name) => !CONTROL.test(name), { error: MESSAGES.nameControl })',
        put: '',
      },
    ],
  },
  {
    id: 'protocols.ambiguous-lengths',
    attack:
      'Two lengths of one body, chunks longer than they say, blanks before colons: what two parsers read as two requests',
    guard: 'the strict parser of Node.js, and a connection that ends with the first thing it can’t read',
    proof: { file: WIRE_TEST, test: 'is rejected with its code, like every error: %s' },
    without: [
      {
        file: SERVER,
        find: 'const options = { ...timeouts,',
        put: 'const options = { insecureHTTPParser: true, ...timeouts,',
      },
    ],
  },
  {
    id: 'protocols.smuggling',
    attack:
      'A request hidden inside of another, for the next visitor’s answer, through Caddy or a proxy that reads lengths alone',
    guard:
      'Caddy’s own framing, and behind it the strict parser of Node.js, which takes no request that is framed in two ways',
    proof: {
      file: 'tests/attack/src/suites/smuggling.test.ts',
      test: 'is not read by Laurel even behind a proxy that believes any length: %s',
    },
    without: [
      {
        file: SERVER,
        find: 'const options = { ...timeouts,',
        put: 'const options = { insecureHTTPParser: true, ...timeouts,',
      },
    ],
  },
  {
    id: 'protocols.huge-headers',
    attack: 'A header of megabytes, or thousands of them',
    guard: 'the limit of Node.js on all headers together, 16 KB, and an answer that says so',
    proof: { file: WIRE_TEST, test: 'is rejected with its code, like every error: %s' },
    without: [
      {
        file: SERVER,
        find: 'const options = { ...timeouts,',
        put: 'const options = { maxHeaderSize: 1e7, ...timeouts,',
      },
    ],
  },
  {
    id: 'protocols.compressed-bodies',
    attack: 'A small compressed body that unpacks into a huge one',
    guard: 'no body is ever unpacked',
    proof: { file: WIRE_TEST, test: 'are never decompressed: %s' },
    without: [
      {
        file: 'apps/api/src/app.ts',
        find: '  handleFailures(app, headers, !config.production);\n',
        put: `  handleFailures(app, headers, !config.production);
  const { createGunzip } = await import('node:zlib');
  app.addHook('preParsing', async ({ headers: { 'content-length': length } }, _reply, payload) =>
    Object.assign(payload.pipe(createGunzip()), { receivedEncodedLength: Number(length) }));\n`,
      },
    ],
  },
  {
    id: 'protocols.another-protocol',
    attack: 'Asking any address for another protocol, for a connection without limits that no stop of the server ends',
    guard: 'only a request for the realtime endpoint becomes a socket',
    proof: { file: WIRE_TEST, test: 'is answered like a request without Upgrade, and closed: %s' },
    without: [{ file: SERVER, find: 'shouldUpgradeCallback: isSocket', put: 'shouldUpgradeCallback: () => true' }],
  },
  {
    id: 'protocols.slowloris',
    attack: 'Connections over which headers or bodies come an octet at a time, or nothing',
    guard: 'a limit on the time that a whole request may take, looked at four times within it',
    proof: { file: SERVER_TEST, test: 'ends a connection over which comes %s, however it dribbles' },
    without: [{ file: SERVER, find: 'timeouts.requestTimeout / 4', put: '30_000' }],
  },
  {
    id: 'protocols.unread-answers',
    attack: 'Asking for large answers and never reading them',
    guard: 'a connection that always has something left to read is ended within a minute',
    proof: { file: SERVER_TEST, test: 'ends a connection that takes nothing of what it asked for, and no other' },
    without: [{ file: SERVER, find: '    endSlowReaders(server, readTimeout);\n', put: '' }],
  },
  {
    id: 'protocols.pipelining',
    attack: 'Thousands of requests for the largest answer at once over each of many connections, none of which is read',
    guard: 'thirty-two requests at most wait behind another of their connection; the next one ends it',
    proof: {
      file: 'tests/attack/src/suites/slow-clients.test.ts',
      test: 'answers that nobody reads are not heaped up, however many were asked for at once',
    },
    without: [{ file: SERVER, find: 'const MOST_WAITING = 32;', put: 'const MOST_WAITING = 1e9;' }],
  },
  {
    id: 'protocols.control-frames',
    attack: 'A flood of WebSocket pings and pongs, which never reach STOMP and its rate',
    guard: 'each counts as one read of the connection',
    proof: { file: SOCKETS_TEST, test: 'count towards the read limit, including pings and pongs' },
    without: [
      {
        file: SOCKETS,
        find: "  for (const control of ['ping', 'pong'] as const) socket.on(control, () => channel.receive(EMPTY));\n",
        put: '',
      },
    ],
  },
  {
    id: 'protocols.empty-frames',
    attack: 'A flood of WebSocket messages that hold nothing',
    guard: 'each read costs a part of the connection’s rate',
    proof: { file: SOCKETS_TEST, test: 'count towards the read limit when they are empty' },
    without: [{ file: 'packages/stomp/src/session.ts', find: '      this.#charge(READ_COST);\n', put: '' }],
  },
  {
    id: 'protocols.compressed-frames',
    attack: 'A small compressed frame that unpacks into a large one',
    guard: 'compression of frames is never agreed to',
    proof: {
      file: SOCKETS_TEST,
      test: 'are never compressed, so that a small frame cannot expand',
    },
    without: [{ file: SOCKETS, find: 'perMessageDeflate: false', put: 'perMessageDeflate: true' }],
  },
  {
    id: 'protocols.huge-frames',
    attack: 'A WebSocket message larger than any that is meant for Laurel',
    guard: 'a limit on the message, looked at in its first octets',
    proof: { file: SOCKETS_TEST, test: 'close the connection when they exceed the message limit' },
    without: [{ file: SOCKETS, find: 'maxPayload: MAX_MESSAGE', put: 'maxPayload: 0' }],
  },
  {
    id: 'protocols.stomp-streams',
    attack: 'A million streams of STOMP, of nearly STOMP, and of noise against the parser and the broker',
    guard: 'whatever can’t be read ends its connection with an ERROR, and nothing else',
    proof: { file: STREAMS_TEST, test: 'end in good order whatever they are, and leave nothing behind' },
    without: [
      {
        file: 'packages/stomp/src/session.ts',
        find: '      this.#queue.add(() => this.refuse(error, receipt), 0);',
        put: '      throw error;',
      },
    ],
  },
  {
    id: 'protocols.stomp-sockets',
    attack: 'The same over real sockets, with octets below STOMP that are no WebSocket frames',
    guard: 'a connection that ends, however it ends, is forgotten by the broker',
    proof: { file: STREAMS_TEST, test: 'disturb nobody else, and leave nothing behind' },
    without: [{ file: 'packages/stomp/src/session.ts', find: '    this.#host.forget(this);\n', put: '' }],
  },
  {
    id: 'protocols.slow-listeners',
    attack: 'Listening to everything and reading nothing',
    guard: 'what waits for one listener is bounded, and so is how long it may wait',
    proof: {
      file: 'packages/stomp/src/link.test.ts',
      test: 'RT-07 is disconnected at once above its limit, while other consumers get every message',
    },
    without: [
      {
        file: 'packages/stomp/src/link.ts',
        find: 'this.#outbound.bufferedAmount() <= this.limits.maxBufferedBytes',
        put: 'true',
      },
    ],
  },
  {
    id: 'protocols.waiting-frames',
    attack: 'Large frames behind one that takes the server long, so that they pile up in memory',
    guard: 'the frames of a connection that wait are bounded, in number and in octets',
    proof: {
      file: 'packages/stomp/src/limits.test.ts',
      test: 'RT-07 bound the octets of frames that wait for a pending hook',
    },
    without: [
      {
        file: 'packages/stomp/src/queue.ts',
        find: ' && this.#waitingBytes + bytes <= maxWaitingBytes',
        put: '',
      },
    ],
  },
  {
    id: 'protocols.half-open',
    attack: 'Sockets whose other end is gone, without a word',
    guard: 'heart-beats that stay away for two intervals',
    proof: {
      file: 'packages/stomp/src/link.test.ts',
      test: 'RT-04 ends a connection without heart-beats for two intervals',
    },
    without: [
      {
        file: 'packages/stomp/src/link.ts',
        find: 'if (incoming > 0 && now - this.#lastReceived > incoming * HEART_BEAT_TOLERANCE)',
        put: 'if (incoming < 0)',
      },
    ],
  },
];
