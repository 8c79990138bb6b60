import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** Renders one line in each language instead of a page. */
const DRAW = `
  import { json } from 'node:stream/consumers';
  const { year, phases } = await json(process.stdin);
  const until = phases.votingClosesAt ? ' until ' + phases.votingClosesAt : '';
  const draw = (phase, more) => '<h1>' + year + ' ' + phase + until + more + '</h1><data value="donat/no-category/zhuravli"></data>';
  const parts = (phase, more) => ({ screen: '<h1>' + year + ' ' + phase + until + more + '</h1>', plain: draw(phase, more + ' plain') });
  const tops = ['nominating', 'scheduled', 'open', 'closed', 'announced'].map((phase) => [phase, { en: parts(phase, ''), uk: parts(phase, ' українською') }]);
  process.stdout.write(JSON.stringify(Object.fromEntries(tops)));`;

export const BUILT_INLINE = 'console.log(0)';

const HTML =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><!--laurel:head-->' +
  '<script>' +
  BUILT_INLINE +
  '</script><script type="module" src="/assets/app.abc123.js"></script>' +
  '<link rel="modulepreload" href="/assets/app.abc123.js"><link rel="preload" as="style" href="/assets/later.abc123.css">' +
  '<link rel="icon" type="image/svg+xml" href="/assets/icon.svg">' +
  '<link rel="stylesheet" crossorigin href="/assets/app.abc123.css"></head>' +
  '<body><div id="root"><!--laurel:top--></div><!--laurel:data--></body>';

/** As vite.config.ts of the web app builds it for drafts. */
const PREVIEW_HTML =
  '<!doctype html><html lang="en"><head><!--laurel:head--><script type="module" crossorigin src="/preview/assets/preview.abc123.js"></script>' +
  '</head><body><div id="root"></div><!--laurel:data--></body></html>';

export const BUILT_CSS = 'body{color:#f6f2e9}';
export const BUILT_SCRIPT = 'console.log(1)';

/** A minimal page like the output of the web app's build. */
export const makeBuiltPage = (): { dir: string; remove(): void } => {
  const dir = mkdtempSync(join(tmpdir(), 'laurel-web-'));
  mkdirSync(join(dir, 'assets'));
  mkdirSync(join(dir, 'draw'));
  writeFileSync(join(dir, 'index.html'), HTML);
  writeFileSync(join(dir, 'draw', 'draw.mjs'), DRAW);
  mkdirSync(join(dir, 'preview', 'assets'), { recursive: true });
  writeFileSync(join(dir, 'preview', 'preview.html'), PREVIEW_HTML);
  writeFileSync(join(dir, 'preview', 'assets', 'preview.abc123.js'), BUILT_SCRIPT);
  for (const [name, text] of Object.entries({ 'app.abc123.css': BUILT_CSS, 'app.abc123.js': BUILT_SCRIPT })) {
    writeFileSync(join(dir, 'assets', name), text);
    writeFileSync(join(dir, 'assets', `${name}.gz`), gzipSync(text));
    writeFileSync(join(dir, 'assets', `${name}.br`), brotliCompressSync(text));
  }
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
};
