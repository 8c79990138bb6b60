import { lineAt, type Problem, type Repository } from './repository.ts';

/**
 * Code of the site's page. The code that checks the public log is not included: it runs only where WebCrypto has
 * Ed25519, in browsers that have all of these features.
 */
const script = /^(?:apps\/web\/src|packages\/contracts\/src)\/.*(?<!\.test)\.tsx?$/;
const elsewhere = /^apps\/web\/src\/(?:testing\/|draw\.tsx)|^packages\/contracts\/src\/(?:console|public-log)\//;
const sheet = /^apps\/web\/.*\.css$/;

/**
 * Features that one of the browsers in `target` of apps/web/vite.config.ts lacks, and that the build does not replace.
 */
const missing: readonly RegExp[] = [
  /\bURL\.(?:parse|canParse)\b/g,
  /\bAbortSignal\.any\b/g,
  /\bPromise\.(?:withResolvers|try)\b/g,
  /\bArray\.fromAsync\b/g,
  /\.(?:toSorted|toReversed|toSpliced)\(/g,
  /\b(?:Object|Map)\.groupBy\b/g,
  /\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference|intersection|difference)\(/g,
  /(?<!\bz)\.union\(/g,
  /\.(?:keys|values|entries)\(\)\s*\.[a-z]\w*\(/g,
  /\bIterator\./g,
  /\.(?:isWellFormed|toWellFormed)\(/g,
  /\.(?:toBase64|toHex|fromBase64|fromHex|getOrInsert(?:Computed)?)\(/g,
  /\bIntl\.(?:Segmenter|DurationFormat)\b/g,
  /\.(?:formatRange|formatRangeToParts|selectRange)\(/g,
  /\b(?:RegExp\.escape|Error\.isError|Math\.sumPrecise|Response\.json)\b/g,
  /\b(?:requestIdleCallback|startViewTransition|scrollend|checkVisibility|showPopover|setHTML|setHTMLUnsafe|moveBefore)\b/g,
  /\b(?:scheduler\.\w|navigation\.\w|navigator\.userActivation\b)/g,
];

/** A rule whose selector asks by `:has()` where the focus is. Firefox has it since 121. */
const focusByHas = /:has\([^{}]*:focus[^{}]*\{/g;
const withoutHas = /@supports not selector\(:has\(/;

const blank = (comment: string): string => comment.replace(/[^\n]/g, ' ');

/**
 * Finds features that the oldest supported browsers lack. A name is allowed if the file tests for it with `'name' in`.
 */
const inScript = (text: string): { index: number; message: string }[] => {
  const code = text.replace(/\/\*.*?\*\/|(?<![:'"`/])\/\/[^\n]*/gs, blank);
  return missing.flatMap((pattern) =>
    [...code.matchAll(pattern)]
      .filter(([name]) => !code.includes(`'${name.slice(name.lastIndexOf('.') + 1)}' in `))
      .map(({ 0: name, index }) => ({ index, message: `${name} is missing in browsers that the site supports` })),
  );
};

const inSheet = (text: string): { index: number; message: string }[] => {
  const style = text.replace(/\/\*.*?\*\//gs, blank);
  if (withoutHas.test(style)) return [];
  return [...style.matchAll(focusByHas)].map(({ index }) => ({
    index,
    message: 'shows the focus by :has() alone; write what a browser without it shows',
  }));
};

/** Finds what the oldest browsers that the site supports can't run, and a focus that they would not show. */
export function checkOldBrowsers(repository: Repository): Problem[] {
  return repository.files.flatMap((file) => {
    const find = script.test(file) && !elsewhere.test(file) ? inScript : sheet.test(file) ? inSheet : undefined;
    if (!find) return [];
    const text = repository.read(file);
    return find(text).map(({ index, message }) => ({ file: `${file}:${lineAt(text, index)}`, message }));
  });
}
