import type { Case, Removal } from '../case.ts';

const SUITE = 'tests/attack/src/suites/addresses.test.ts';
const NETWORK = 'apps/api/src/http/network.ts';

/** Everybody’s word is taken for who is calling, where nobody’s is. */
const TRUST_ALL: Removal = {
  file: 'apps/api/src/app.ts',
  find: 'trustProxy: config.TRUST_PROXY ?? false,',
  put: 'trustProxy: true,',
};

/** Who says to be many. */
export const networkCases: readonly Case[] = [
  {
    id: 'floods.accounts-of-one-network',
    attack: 'Many accounts are opened from one network at once',
    guard: 'the limit of registrations from a network',
    proof: {
      file: 'apps/api/src/features/account/register-limits.test.ts',
      test: 'RO-03 holds for many requests at once, whatever address the client declares',
    },
    without: [
      {
        file: 'apps/api/src/features/account/service.ts',
        find: '      await limits.demand(db, registrationsKey(client.network), deps.networkRule, now);\n',
        put: '',
      },
    ],
  },
  {
    id: 'floods.headers-without-proxy',
    attack:
      'Each request names another caller, in X-Forwarded-For, Forwarded, X-Real-IP, X-Client-IP and eleven other headers',
    guard: 'no header is believed where no proxy is trusted',
    proof: { file: SUITE, test: 'RO-03 no header makes one network many, whatever it is called' },
    without: [TRUST_ALL],
  },
  {
    id: 'floods.headers-before-the-framework',
    attack: 'Each reading names another caller, in the same headers',
    guard: 'the same, for what is answered before the framework hears of it',
    proof: { file: SUITE, test: 'RO-03 nor many readers, before the framework hears of them' },
    without: [
      TRUST_ALL,
      {
        file: 'apps/api/src/app.ts',
        find: 'addressOf: addressReader(config.TRUST_PROXY),',
        put: "addressOf: addressReader(['127.0.0.0/8']),",
      },
    ],
  },
  {
    id: 'floods.headers-sockets',
    attack: 'Each socket names another caller, in the same headers',
    guard: 'the same, for sockets',
    proof: { file: SUITE, test: 'RO-03 nor many sockets' },
    without: [TRUST_ALL],
  },
  {
    id: 'floods.header-lines',
    attack: 'Lines of X-Forwarded-For stand in the request before the one that the proxy adds',
    guard: 'of all lines together the last address that no proxy of ours has counts',
    proof: {
      file: SUITE,
      test: 'RO-03 what the proxy has added counts, in however many lines the client says something else before',
    },
    without: [TRUST_ALL],
  },
  {
    id: 'floods.header-names-the-proxy',
    attack: 'X-Forwarded-For names the proxy among invented callers',
    guard: 'the same: what stands left of the caller is only said',
    proof: { file: SUITE, test: 'RO-03 nor does it help to name the proxy' },
    without: [TRUST_ALL],
  },
  {
    id: 'floods.address-spellings',
    attack: 'One IPv4 address arrives in seven spellings, as IPv6 among others',
    guard: 'addresses are read, not compared as text',
    proof: { file: SUITE, test: 'RO-03 one address in many spellings is one' },
    without: [{ file: NETWORK, find: "  if (!ip.includes(':')) return ip;\n", put: '  if (ip) return ip;\n' }],
  },
  {
    id: 'floods.ipv6-rotation',
    attack: 'Each request comes from another address of an IPv6 /64',
    guard: 'the network of an IPv6 address is its /64',
    proof: { file: SUITE, test: 'RO-03 the addresses of an IPv6 /64 are one network, in any spelling' },
    without: [{ file: NETWORK, find: 'address instanceof ipaddr.IPv6', put: 'address instanceof String' }],
  },
  {
    id: 'floods.address-rubbish',
    attack: 'What a proxy hands on is no address, each time another one',
    guard: 'what is no address counts for the proxy that sent it',
    proof: { file: SUITE, test: 'RO-03 what is no address is one network for all, and no failure' },
    without: [
      {
        file: NETWORK,
        find: "bareAddress(observed) ?? bareAddress(peer ?? '') ?? '0.0.0.0'",
        put: 'observed',
      },
    ],
  },
  {
    id: 'floods.made-up-handles',
    attack: 'One address sends made-up request ids and keys, hundreds at once, each of which takes a transaction',
    guard: 'an unknown handle is charged to its network, which is refused from memory once its budget is spent',
    proof: {
      file: 'apps/api/src/app.queries.test.ts',
      test: 'cost no statements beyond its budget, however many are concurrent: %s',
    },
    without: [
      {
        file: 'apps/api/src/features/codes/service.ts',
        find: '        await limits.demand(db, key, budgets.network, now);\n        return false;',
        put: '        return false;',
      },
    ],
  },
  {
    id: 'floods.readiness',
    attack: 'One address asks /readyz in a loop, until the checks of the orchestrator are refused as well',
    guard: 'the checks run at most once a second, for all who ask at once',
    proof: {
      file: 'apps/api/src/app.queries.test.ts',
      test: 'are executed once for concurrent requests: %s',
    },
    without: [
      {
        file: 'apps/api/src/wiring/operations.ts',
        find: 'readiness: shared(readiness, CACHE_MS),',
        put: 'readiness,',
      },
    ],
  },
  {
    id: 'floods.made-up-events',
    attack: 'Many STOMP connections ask for the status of made-up event ids, frame after frame',
    guard: 'statuses are looked up in one query at a time, for all who ask meanwhile',
    proof: {
      file: 'apps/api/src/app.queries.test.ts',
      test: 'use one database connection, however many sockets send them',
    },
    without: [
      {
        file: 'apps/api/src/deps.ts',
        find: 'statusOf: batched((hashes) => statusesOfEvents(db, hashes), STATUSES_AT_ONCE),',
        put: 'statusOf: async (hash) => (await statusesOfEvents(db, [hash])).get(hash),',
      },
    ],
  },
];
