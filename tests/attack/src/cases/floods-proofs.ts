import type { Case } from '../case.ts';

const FEATURE = 'apps/api/src/features/floods';
const SERVICE = `${FEATURE}/service.ts`;
const POLICY = `${FEATURE}/policy.ts`;
const STORE = `${FEATURE}/store.ts`;
const LIBRARY = `${FEATURE}/proof.policy.ts`;
const CONTRACT = 'packages/contracts/src/proof.ts';
const FLOODS = `${FEATURE}/service.test.ts`;
const FORGERY = `${FEATURE}/forgery.test.ts`;

/** Removes the check of signatures. */
const UNSIGNED = {
  file: LIBRARY,
  find: '    if (result.invalidSignature === false) return',
  put: "    if (result.invalidSignature === true) return 'solved';\n    if (result.invalidSignature === false) return",
};
const ANY_NAMES = {
  file: CONTRACT,
  find: '  parameters: z.strictObject({',
  put: '  parameters: z.looseObject({',
};

/** What robots do, and what they do with the proofs of work that are asked of them. */
export const proofCases: readonly Case[] = [
  {
    id: 'floods.robots',
    attack: 'Robots ask for mails by the dozen, each from a network of its own',
    guard: 'in a flood each request has to bring a proof of work',
    proof: {
      file: FLOODS,
      test: 'each request needs a proof of work, until the load is half of the limit',
    },
    without: [{ file: SERVICE, find: 'if (level === 0) return count', put: 'if (level >= 0) return count' }],
  },
  {
    id: 'floods.robots-browser',
    attack: 'Robots register while a person does, in a browser',
    guard: 'the same; the browser does the work by itself',
    proof: {
      file: 'tests/e2e/src/flood.spec.ts',
      test: 'a person registers as ever: the browser does the work by itself',
    },
    without: [{ file: SERVICE, find: 'if (level === 0) return count', put: 'if (level >= 0) return count' }],
  },
  {
    id: 'floods.spread-over-replicas',
    attack: 'Robots spread their requests over all processes, so that none of them sees a flood',
    guard: 'counts are added up in the database',
    proof: { file: FLOODS, test: 'add up their counts and share a flood' },
    without: [{ file: STORE, find: 'excluded.heat + f.heat * exp(', put: 'excluded.heat + 0 * exp(' }],
  },
  {
    id: 'floods.waiting-it-out',
    attack: 'Robots that were refused ask on, until refusing has ended the flood',
    guard: 'what is refused counts as well',
    proof: { file: FLOODS, test: 'rejected requests keep the flood on' },
    without: [
      {
        file: SERVICE,
        find: "      count(work, network, now);\n      deps.onRequest(work, refused ? 'refused' : 'challenged');",
        put: "      deps.onRequest(work, refused ? 'refused' : 'challenged');",
      },
    ],
  },
  {
    id: 'floods.one-network',
    attack: 'One network asks for much, and too little to be a flood over all',
    guard: 'networks are counted, too',
    proof: { file: FLOODS, test: 'of one network only that network needs proofs' },
    without: [{ file: SERVICE, find: '[SITE, ...networksOf(network)].map(', put: '[SITE].map(' }],
  },
  {
    id: 'floods.ipv6-next-network',
    attack: 'Robots go from one /64 to the next, of the /48 that came with a rented server',
    guard: 'the /48 is counted as well',
    proof: { file: FLOODS, test: 'many networks of an IPv6 /48 count together' },
    without: [
      {
        file: POLICY,
        find: 'return wider ? [network, wider] : [network];',
        put: 'return wider ? [network] : [network];',
      },
    ],
  },
  {
    id: 'floods.proof-replayed',
    attack: 'One proof of work is sent again, and another solution of the same challenge',
    guard: 'a challenge’s nonce is spent, once',
    proof: { file: FORGERY, test: 'admits one request only' },
    without: [{ file: STORE, find: '  return inserted === 1;\n', put: '  return inserted < 2;\n' }],
  },
  {
    id: 'floods.proof-race',
    attack: 'Fifty identical proofs of work at once, over two processes',
    guard: 'the primary key of spent_proofs',
    proof: {
      file: `${FEATURE}/races.test.ts`,
      test: 'of fifty identical concurrent proofs on two processes, one admits its request',
    },
    without: [
      {
        file: 'prisma/migrations/20261122021520_floods/migration.sql',
        find: ',\n\n    CONSTRAINT "spent_proofs_pkey" PRIMARY KEY ("nonce")',
        put: '',
      },
      { file: STORE, find: '\n    ON CONFLICT (nonce) DO NOTHING`', put: '`' },
    ],
  },
  {
    id: 'floods.proof-swept',
    attack: 'A proof of work is sent again once its nonce was swept away, to a replica whose clock is behind',
    guard: 'nonces are kept for an hour longer than a proof is good for',
    proof: { file: 'apps/api/src/jobs/upkeep.test.ts', test: 'deletes expired rows and nothing else' },
    without: [
      {
        file: 'apps/api/src/jobs/upkeep.ts',
        find: 'const PROOF_RETENTION_MS = 60 * MINUTE_MS;',
        put: 'const PROOF_RETENTION_MS = 0;',
      },
    ],
  },
  {
    id: 'floods.proof-expired',
    attack: 'Proofs of work are collected, and sent when they are needed',
    guard: 'a challenge is good for five minutes, by our own clock',
    proof: { file: FORGERY, test: 'is valid for five minutes, which the client can’t change' },
    without: [
      { file: POLICY, find: "  if (parameters.expiresAt * 1_000 <= now.getTime()) return 'expired';\n", put: '' },
    ],
  },
  {
    id: 'floods.proof-other-work',
    attack: 'A proof of work for a cheap kind of work is sent with a dear one',
    guard: 'a challenge is for one kind of work',
    proof: { file: FORGERY, test: 'is valid for one kind of work, which the client can’t change' },
    without: [{ file: POLICY, find: "  if (parameters.data.work !== required.work) return 'other_work';\n", put: '' }],
  },
  {
    id: 'floods.proof-weakened',
    attack: 'The challenge is made easier before it is solved',
    guard: 'every parameter is signed',
    proof: { file: FORGERY, test: 'is forged if the client made the challenge easier' },
    without: [UNSIGNED],
  },
  {
    id: 'floods.proof-of-easier-times',
    attack: 'Easy challenges are collected before the flood rises',
    guard: 'a proof is of the flood’s level, or one below',
    proof: { file: FORGERY, test: 'is too easy when the flood has risen by more than one level' },
    without: [
      {
        file: POLICY,
        find: "return parameters.data.level < required.level - 1 ? 'too_easy' : undefined;",
        put: 'return undefined;',
      },
    ],
  },
  {
    id: 'floods.proof-forged',
    attack: 'Challenges are made by the attacker, signed with keys that others forgot to change',
    guard: 'challenges are signed with a key of the instance',
    proof: { file: FORGERY, test: 'is forged if it is signed with another key' },
    without: [UNSIGNED],
  },
  {
    id: 'floods.proof-without-work',
    attack: 'A challenge is answered with a number that is not its solution',
    guard: 'the key is derived again, and compared',
    proof: { file: FORGERY, test: 'is wrong without the solution, and the challenge stays valid' },
    without: [
      {
        file: LIBRARY,
        find: "if (result.verified) return 'solved';",
        put: "if (!result.invalidSignature) return 'solved';",
      },
    ],
  },
  {
    id: 'floods.proof-spliced',
    attack: 'Parts of a challenge take each other’s place, as in CVE-2025-68113',
    guard: 'the signature is over named parameters, and nothing else is read',
    proof: { file: FORGERY, test: 'is rejected if its parts are moved to other places' },
    without: [UNSIGNED, ANY_NAMES],
  },
  {
    id: 'floods.proof-rubbish',
    attack: 'Anything at all stands where a proof of work should',
    guard: 'what is read is checked against the contract',
    proof: { file: FORGERY, test: 'is rejected if it is anything else, without an error of the server' },
    without: [
      {
        file: LIBRARY,
        find: 'return proofSchema.safeParse(JSON.parse(',
        put: 'return { data: JSON.parse(',
      },
      { file: LIBRARY, find: '.toString())).data;', put: '.toString()) }.data;' },
    ],
  },
];
