import type { Case } from '../case.ts';

/** Votes with tokens that are not, or no longer, good. */
export const voteTokenCases: readonly Case[] = [
  {
    id: 'vote.forged-token',
    attack: 'A vote with a token that another key, or none, has signed',
    guard: 'every signature is verified',
    proof: { file: 'apps/api/src/features/votes/forgery.test.ts', test: 'for every kind of forgery' },
    without: [
      {
        file: 'apps/api/src/crypto/tokens.ts',
        find: 'const payload = jwt.verify(token, key, { algorithms: [ALGORITHM], ignoreExpiration: true });',
        put: 'const payload = jwt.decode(token);',
      },
    ],
  },
  {
    id: 'vote.alg-none',
    attack: 'A vote with a token of `alg: none`',
    guard: 'a token is accepted with the header of one of our keys only, and every signature is verified',
    proof: { file: 'apps/api/src/features/votes/forgery.test.ts', test: 'for every kind of forgery' },
    without: [
      {
        file: 'apps/api/src/crypto/tokens.ts',
        find: 'const key = keys.get(headerIn(token));',
        put: 'const key = keys.get(headerIn(token)) ?? signing.key;',
      },
      {
        file: 'apps/api/src/crypto/tokens.ts',
        find: 'const payload = jwt.verify(token, key, { algorithms: [ALGORITHM], ignoreExpiration: true });',
        put: 'const payload = jwt.decode(token);',
      },
    ],
  },
  {
    id: 'vote.wrong-key-id',
    attack: 'A vote with a token that names an unknown key, no key, or brings its own',
    guard: 'a token is accepted with the header of one of our keys only',
    proof: { file: 'apps/api/src/features/votes/forgery.test.ts', test: 'for every kind of forgery' },
    without: [
      {
        file: 'apps/api/src/crypto/tokens.ts',
        find: 'const key = keys.get(headerIn(token));',
        put: 'const key = keys.get(headerIn(token)) ?? signing.key;',
      },
    ],
  },
  {
    id: 'vote.changed-token',
    attack: 'A vote with a good token in which one character was changed',
    guard: 'every signature is verified',
    proof: {
      file: 'apps/api/src/features/votes/forgery.test.ts',
      test: 'when one character of a valid token is changed',
    },
    without: [
      {
        file: 'apps/api/src/crypto/tokens.ts',
        find: 'const payload = jwt.verify(token, key, { algorithms: [ALGORITHM], ignoreExpiration: true });',
        put: 'const payload = jwt.decode(token);',
      },
    ],
  },
  {
    id: 'vote.rotated-secret',
    attack: 'A vote with a token of a secret that was rotated out',
    guard: 'a token is accepted with the header of one of our keys only, and every signature is verified',
    proof: {
      file: 'apps/api/src/features/votes/forgery.test.ts',
      test: 'when the secret was rotated out',
    },
    without: [
      {
        file: 'apps/api/src/crypto/tokens.ts',
        find: 'const key = keys.get(headerIn(token));',
        put: 'const key = keys.get(headerIn(token)) ?? signing.key;',
      },
      {
        file: 'apps/api/src/crypto/tokens.ts',
        find: 'const payload = jwt.verify(token, key, { algorithms: [ALGORITHM], ignoreExpiration: true });',
        put: 'const payload = jwt.decode(token);',
      },
    ],
  },
  {
    id: 'vote.expired-token',
    attack: 'A vote with a token past its time, whose session somebody prolonged',
    guard: 'the time of expiry is compared at each use of a token',
    proof: {
      file: 'apps/api/src/features/votes/forgery.test.ts',
      test: 'when the token has expired and its session has not',
    },
    without: [
      {
        file: 'apps/api/src/crypto/tokens.ts',
        find: "if (verified.expiresAt <= now.getTime()) throw new AppError('auth.expired');",
        put: '',
      },
    ],
  },
  {
    id: 'vote.expired-session',
    attack: 'A vote with a session past its time, whose token goes on',
    guard: 'cast_votes() reads when the session ends',
    proof: {
      file: 'apps/api/src/features/votes/forgery.test.ts',
      test: 'when the session has expired and the token has not',
    },
    without: [
      {
        file: 'prisma/migrations/20261122025000_votes_by_index/migration.sql',
        find: ' OR s.expires_at <= p_now',
        put: '',
      },
    ],
  },
  {
    id: 'vote.replay-after-logout',
    attack: 'A captured vote is sent again after the log-out',
    guard: 'cast_votes() looks the session up in the statement that writes the vote',
    proof: {
      file: 'apps/api/src/features/votes/forgery.test.ts',
      test: 'when it is replayed after the log-out',
    },
    without: [
      {
        file: 'prisma/migrations/20261122025000_votes_by_index/migration.sql',
        find: 's.revoked_at IS NOT NULL OR ',
        put: '',
      },
    ],
  },
  {
    id: 'vote.replay-after-erasure',
    attack: 'A captured vote is sent again after its person was erased',
    guard: 'the sessions go with the account, and nobody who is erased may vote',
    proof: {
      file: 'apps/api/src/features/votes/forgery.test.ts',
      test: 'when it is replayed after the account was erased',
    },
    without: [
      {
        file: 'prisma/migrations/20261121000400_erase_networks/migration.sql',
        find: 'DELETE FROM sessions WHERE account_id = p_account;',
        put: '',
      },
      {
        file: 'prisma/migrations/20261121000100_rules/migration.sql',
        find: 'FROM accounts a\n WHERE a.erased_at IS NULL;',
        put: 'FROM accounts a;',
      },
      {
        file: 'prisma/migrations/20261122025000_votes_by_index/migration.sql',
        find: 'OR e.email_ok IS NOT TRUE OR e.two_factor_ok IS NOT TRUE ',
        put: '',
      },
    ],
  },
  {
    id: 'vote.borrowed-session',
    attack: 'A token that pairs an account with another one’s session',
    guard: 'the gate compares the session’s account with the token’s',
    proof: {
      file: 'apps/api/src/features/account/session-tokens.test.ts',
      test: 'RO-01 is refused where the session belongs to another account, or to none',
    },
    without: [
      { file: 'apps/api/src/http/gate.ts', find: 'if (session?.accountId !== claims.accountId)', put: 'if (!session)' },
    ],
  },
  {
    id: 'vote.unfinished-account',
    attack: 'A session of an account that is not past email and two-factor votes',
    guard: 'cast_votes() demands both of the session’s account',
    proof: {
      file: 'apps/api/src/features/account/login-states.test.ts',
      test: 'US-02 refuses a vote of a session whose account has no two-factor, even if all else is verified',
    },
    without: [
      {
        file: 'prisma/migrations/20261122025000_votes_by_index/migration.sql',
        find: 'OR e.email_ok IS NOT TRUE OR e.two_factor_ok IS NOT TRUE ',
        put: '',
      },
    ],
  },
];
