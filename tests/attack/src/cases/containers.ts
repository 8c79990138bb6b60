import type { Case } from '../case.ts';

const COMPOSE = 'docker-compose.yml';
const LIVE = 'tests/stack/src/live.stack.ts';

const rights = { file: LIVE, test: 'have no right that they do not need' };

/** What somebody can do from outside of the containers, or once inside of one. */
export const containerCases: readonly Case[] = [
  {
    id: 'containers.database-from-outside',
    attack: 'The database is reached past Caddy, or sends what it holds away',
    guard: 'no port but Caddy’s is published; PostgreSQL’s only network is internal',
    proof: { file: LIVE, test: 'are reached through Caddy alone' },
    without: [{ file: COMPOSE, find: '  data: { internal: true }', put: '  data:' }],
  },
  {
    id: 'containers.forged-address',
    attack: 'Somebody declares another address to Caddy, by X-Forwarded-For, Forwarded or X-Real-IP',
    guard: 'trusted_proxies: Caddy takes such words from a CDN that is named, and from nobody else',
    proof: { file: LIVE, test: 'believes nobody but Caddy about who is calling' },
    without: [
      {
        file: 'deploy/caddy/Caddyfile',
        find: 'trusted_proxies {$LAUREL_TRUSTED_PROXIES}',
        put: 'trusted_proxies 0.0.0.0/0',
      },
    ],
  },
  {
    id: 'containers.operator-paths',
    attack: 'A stranger asks /readyz in a loop, each answer of which asks the database',
    guard: 'Caddy and the ingress close the paths that are for operators',
    proof: { file: 'tests/deployment/src/caddy.test.ts', test: '%s is hidden, however it is spelled' },
    without: [{ file: 'deploy/caddy/Caddyfile', find: '@inside path /readyz /livez', put: '@inside path' }],
  },
  {
    id: 'containers.one-ipv6-address',
    attack: 'One client over IPv6 uses up the limits of all others who come over IPv6',
    guard: 'Caddy’s network has IPv6, so that each visitor’s own address arrives',
    proof: {
      file: 'tests/stack/src/ipv6.stack.ts',
      test: 'tells two visitors over IPv6 apart, where the engine hands their addresses on',
    },
    without: [{ file: COMPOSE, find: 'enable_ipv6: ${LAUREL_IPV6:-true}', put: 'enable_ipv6: false' }],
  },
  {
    id: 'containers.changed-program',
    attack: 'Code that was slipped into a container changes the program there, for all who come after',
    guard: 'read_only: true',
    proof: rights,
    without: [{ file: COMPOSE, find: '  read_only: true', put: '  read_only: false' }],
  },
  {
    id: 'containers.capabilities',
    attack: 'Code that was slipped into a container uses the rights of its root',
    guard: 'cap_drop: [ALL]',
    proof: rights,
    without: [{ file: COMPOSE, find: '  cap_drop: [ALL]\n', put: '' }],
  },
  {
    id: 'containers.new-privileges',
    attack: 'It gains rights by a program that is marked to run as root',
    guard: 'no-new-privileges',
    proof: rights,
    without: [{ file: COMPOSE, find: `  security_opt: ['no-new-privileges:true']\n`, put: '' }],
  },
  {
    id: 'containers.shell',
    attack: 'It goes on with the shell and the package manager it finds',
    guard: 'the image is made from nothing: Node.js, its libraries, Laurel',
    proof: { file: LIVE, test: 'are made of an image that says what it is, without a shell, and small' },
    without: [
      {
        file: 'Dockerfile',
        find: 'ENV PATH=/usr/local/bin NODE_ENV=production',
        put: 'COPY --from=system /usr/bin/dash /bin/sh\nENV PATH=/usr/local/bin NODE_ENV=production',
      },
    ],
  },
  {
    id: 'containers.core-dump',
    attack: 'Somebody who can make the server crash reads keys and addresses in its core dump',
    guard: 'ulimits: no container writes one',
    proof: { file: 'tests/stack/src/image.stack.ts', test: 'writes no core dump' },
    without: [{ file: COMPOSE, find: 'ulimits: { core: 0 }', put: 'ulimits: { core: 100000 }' }],
  },
];
