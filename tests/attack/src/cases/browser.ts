import type { Case } from '../case.ts';

const HOSTILE = 'tests/e2e/src/hostile-edition.spec.ts';
const CROSS_SITE = 'tests/e2e/src/cross-site.spec.ts';
const CACHING = 'tests/deployment/src/caching.test.ts';
const POISONING = 'tests/attack/src/suites/cache-poisoning.test.ts';
const WIRE = 'apps/api/src/app.wire.test.ts';
const PAGE = 'apps/api/src/features/page/routes.ts';
const HEADERS = 'apps/api/src/http/security-headers.ts';

export const browserCases: readonly Case[] = [
  {
    id: 'browser.hostile-previews',
    attack: 'An edition whose every text and link breaks out of what the server draws, inlines and tells previews',
    guard: 'the escaping of what stands in the page’s head, and of the JSON inside it',
    proof: { file: HOSTILE, test: 'is as harmless in what the server draws, and in what previews show' },
    without: [
      { file: 'apps/api/src/features/page/service.ts', find: '/[<\\u2028\\u2029]/g', put: '/[\\u2028\\u2029]/g' },
    ],
  },
  {
    id: 'browser.strings-as-code',
    attack: 'Handing the browser a string as markup, as a script or as a document',
    guard: 'Trusted Types, in the page’s content security policy',
    proof: { file: HOSTILE, test: 'a string never becomes code: not as markup, not as a script, not by eval' },
    without: [{ file: HEADERS, find: `    "require-trusted-types-for 'script'",\n`, put: '' }],
  },
  {
    id: 'browser.inlined-json',
    attack: 'A text of the edition that ends the script element in which it is inlined',
    guard: 'no “<” stands in inlined JSON',
    proof: {
      file: 'apps/api/src/features/page/routes.test.ts',
      test: 'NM-11 no text of an edition can end the script element it stands in',
    },
    without: [
      { file: 'apps/api/src/features/page/service.ts', find: '/[<\\u2028\\u2029]/g', put: '/[\\u2028\\u2029]/g' },
    ],
  },
  {
    id: 'browser.preview-tags',
    attack: 'A nominee’s name or description that breaks out of a tag for previews',
    guard: 'everything that stands in an attribute is escaped',
    proof: {
      file: 'apps/api/src/features/page/share.policy.test.ts',
      test: 'lets no text of the edition become markup',
    },
    without: [
      {
        file: 'apps/api/src/features/page/share.policy.ts',
        find: 'text.replace(/[&<>"\']/g, (char) => `&#${char.charCodeAt(0)};`)',
        put: 'text',
      },
    ],
  },
  {
    id: 'browser.clickjacking',
    attack: 'The page, or an answer of the API, in a frame of another site',
    guard: 'frame-ancestors in the policy of the page, of the API and of its documentation',
    proof: { file: CROSS_SITE, test: 'shows neither the page nor the API in a frame' },
    without: [{ file: HEADERS, find: `    "frame-ancestors 'none'",\n`, put: '' }],
  },
  {
    id: 'browser.framed-logo',
    attack: 'A logo, opened by its own address, in a frame of another site',
    guard: 'frame-ancestors in its own policy, as in that of every other answer',
    proof: {
      file: 'apps/api/src/app.headers.test.ts',
      test: 'prevent framing, MIME sniffing, another base URL and referrers',
    },
    without: [{ file: 'apps/api/src/features/edition/routes.ts', find: " frame-ancestors 'none';", put: '' }],
  },
  {
    id: 'browser.cross-site-socket',
    attack: 'A page of another site opens a WebSocket here',
    guard: 'the Origin of the request',
    proof: { file: 'apps/api/src/realtime/realtime.test.ts', test: 'rejects pages of another site' },
    without: [
      {
        file: 'apps/api/src/realtime/routes.ts',
        find: 'if (!isOwnOrigin(request, deps.publicUrl))',
        put: 'if (isOwnOrigin(request, deps.publicUrl) === undefined)',
      },
    ],
  },
  {
    id: 'browser.device-cookie',
    attack: 'A page of another site asks for something, and the browser takes the device cookie along',
    guard: 'SameSite=Strict on the cookie; what reads it asks for a password as well, or counts mails by it',
    proof: {
      file: 'apps/api/src/features/account/devices.test.ts',
      test: 'is HttpOnly and SameSite=Strict, and lasts 90 days',
    },
    without: [{ file: 'apps/api/src/http/cookie.ts', find: "sameSite: 'strict'", put: "sameSite: 'lax'" }],
  },
  {
    id: 'browser.cross-site-form',
    attack: 'A form of another site sends JSON under a type that needs no permission',
    guard: 'JSON is read where it is called JSON, and nowhere else',
    proof: {
      file: WIRE,
      test: 'are not read as JSON with a type that a cross-site form can send: %s',
    },
    without: [
      {
        file: 'packages/contracts/src/calls/call.ts',
        find: '  z.object(shape, { error: FIELD_MESSAGES.bodyInvalid }).meta(',
        put: "  z.preprocess((body) => (typeof body === 'string' ? JSON.parse(body) : body), z.object(shape)).meta(",
      },
    ],
  },
  {
    id: 'browser.prototype-pollution',
    attack: 'JSON with keys that reach into every object',
    guard: 'such a body is refused before it is read',
    proof: { file: WIRE, test: 'are rejected when they pollute the prototype: %s' },
    without: [
      {
        file: 'apps/api/src/app.ts',
        find: '    bodyLimit: BODY_LIMIT,\n',
        put: "    bodyLimit: BODY_LIMIT,\n    onProtoPoisoning: 'ignore',\n    onConstructorPoisoning: 'ignore',\n",
      },
    ],
  },
  {
    id: 'browser.dev-rebinding',
    attack: 'A page elsewhere lets its own name lead to the developer’s machine, to read the inbox of development',
    guard: 'the development tools answer a loopback Host alone',
    proof: {
      file: 'apps/api/src/dev/routes.test.ts',
      test: 'answers 404 for the Host %s, because of DNS rebinding',
    },
    without: [{ file: 'apps/api/src/dev/access.ts', find: '  isLoopbackHost(hostOf(headers.host)) &&\n', put: '' }],
  },
  {
    id: 'browser.open-redirect',
    attack: 'An address of this site that leads to another one',
    guard: 'whatever is asked for, there is one place to be sent to',
    proof: {
      file: 'apps/api/src/features/page/routes.test.ts',
      test: 'LP-01 is at the root, and any other path leads there',
    },
    without: [
      { file: 'apps/api/src/http/failures.ts', find: ".redirect('/')", put: '.redirect(request.url.slice(1))' },
    ],
  },
  {
    id: 'browser.cached-nonce',
    attack: 'A cache hands one reader’s page, nonce included, to another',
    guard: 'the page is kept by no cache',
    proof: { file: CACHING, test: 'the page: every reader gets a nonce of their own, compressed or not' },
    without: [
      {
        file: PAGE,
        find: ".header('cache-control', 'no-store')",
        put: ".header('cache-control', 'public, max-age=60')",
      },
    ],
  },
  {
    id: 'browser.cached-answers',
    attack: 'A cache hands what one person was told to another',
    guard: 'every response of a call says that nobody may keep it',
    proof: { file: CACHING, test: 'what one person is told: each gets their own votes' },
    without: [
      {
        file: 'apps/api/src/http/call.ts',
        find: "reply.header('cache-control', 'no-store')",
        put: "reply.header('cache-control', 'public, max-age=60')",
      },
    ],
  },
  {
    id: 'browser.cached-disguises',
    attack: 'An address of one’s own answers that looks like a file to a cache, for others to open afterwards',
    guard: 'an address is what it is, to the letter, and its answer says that nobody may keep it',
    proof: { file: POISONING, test: 'keeps nobody’s own answers, whatever their address is made to look like' },
    without: [
      {
        file: 'apps/api/src/http/call.ts',
        find: "reply.header('cache-control', 'no-store')",
        put: "reply.header('cache-control', 'public, max-age=60')",
      },
    ],
  },
  {
    id: 'browser.cached-language',
    attack: 'A cache that was made to keep one variant hands it to everybody',
    guard: 'Vary names what an answer depends on',
    proof: { file: CACHING, test: 'by language: nobody gets another’s manifest' },
    without: [{ file: PAGE, find: ".headers({ ...DAILY, vary: 'accept-language' })", put: '.headers(DAILY)' }],
  },
  {
    id: 'browser.cache-poisoning',
    attack: 'Headers that no cache looks at (X-Forwarded-Host and its kin), to change what it keeps for everybody',
    guard: 'where the site is, its configuration says, and no request',
    proof: { file: POISONING, test: 'keeps nothing of a stranger’s making: %s' },
    without: [
      {
        file: 'apps/api/src/features/page/routes.ts',
        find: "const tags = head(request.query, request.headers['accept-language']);",
        put: "const tags = head(request.query, request.headers['accept-language']) + String(request.headers['x-forwarded-host']);",
      },
    ],
  },
  {
    id: 'browser.hostile-description',
    attack: 'Scripts, handlers, frames and forms in a nominee’s description',
    guard: 'the sanitiser through which every description comes when an edition is read',
    proof: { file: 'packages/catalog/src/load-edition.test.ts', test: 'NM-11 sanitises every description' },
    without: [
      { file: 'packages/catalog/src/edition-schema.ts', find: '    .transform(sanitizeDescription)\n', put: '' },
    ],
  },
];
