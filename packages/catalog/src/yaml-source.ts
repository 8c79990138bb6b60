import {
  Composer,
  type CST,
  type Document,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  type ParsedNode,
  Parser,
} from 'yaml';
import type { z } from 'zod';
import { plainRule, violationIn } from './plain-rules.ts';
import { fieldName, ofFile, type Place, type Problem, type Violation, violation } from './problem.ts';

type Path = readonly PropertyKey[];

/** A parsed YAML file: its data and the places of its fields. */
export interface YamlSource {
  readonly file: string;
  readonly data: unknown;
  /** The file as it can be changed and written again, with its comments. */
  readonly document: Document;
  /** The place of a field, or of the nearest enclosing field that exists. */
  placeOf(path: Path): Place;
  /** A problem at that place. */
  problemAt(path: Path, rule: Violation): Problem;
}

const MAX_BYTES = 1024 * 1024;
/** How deep groups and lists may be nested. Those of an edition have at most eight levels; a parser recurses. */
const MAX_DEPTH = 32;
/** The most anchors, aliases and tags of a file. */
const MAX_ANCHORS = 100;
/** The most errors of one file that are listed: behind the first ones, most follow from them. */
const MAX_ERRORS = 20;
/** The most keys of a group: the parser compares each with all before it. Groups of an edition have at most a dozen. */
const MAX_KEYS = 100;

/**
 * Creates a function that compares a new key of a group with an earlier one, as the parser does by default. The parser
 * reports an exception of this function as an error of the file.
 */
const limitedComparison = () => {
  let current: ParsedNode | undefined;
  let compared = 0;
  return (earlier: ParsedNode, key: ParsedNode): boolean => {
    compared = key === current ? compared + 1 : 1;
    current = key;
    if (compared === MAX_KEYS) throw new Error(`a group has more than ${MAX_KEYS} keys`);
    return earlier === key || (isScalar(earlier) && isScalar(key) && earlier.value === key.value);
  };
};

/** Decodes UTF-8; throws a TypeError for other bytes. */
export const decodeUtf8 = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

const startOf = (node: Node | null | undefined): number | undefined => node?.range?.[0];

/**
 * The offset of a path: of its scalar, else of its key, else of the deepest part of the path that exists.
 */
const offsetOf = (contents: ParsedNode | null, path: Path): number => {
  let node: Node | null = contents;
  let offset = startOf(contents) ?? 0;
  for (const key of path) {
    if (isMap<ParsedNode, ParsedNode | null>(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key));
      if (pair === undefined) return offset;
      offset = startOf(pair.key) ?? offset;
      node = pair.value;
    } else if (isSeq<ParsedNode>(node) && typeof key === 'number') {
      node = node.items[key] ?? null;
      offset = startOf(node) ?? offset;
    } else {
      return offset;
    }
  }
  return isScalar(node) && node.value !== null ? (startOf(node) ?? offset) : offset;
};

/** Lexes and parses a text as far as it is within the limits of depth and anchors. */
const tokensOf = (
  text: string,
  lines: LineCounter,
): { readonly tokens: readonly CST.Token[] } | { readonly fault: Violation; readonly offset: number } => {
  const parser = new Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  let offset = 0;
  let anchors = 0;
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme));
    // Among the nodes that are being built are the document and a scalar.
    if (parser.stack.length > MAX_DEPTH + 2) return { fault: violation('deep', { max: MAX_DEPTH }), offset };
    if (/^[&*!]/.test(lexeme)) anchors += 1;
    if (anchors > MAX_ANCHORS) return { fault: violation('manyAnchors', { max: MAX_ANCHORS }), offset };
    offset += lexeme.length;
  }
  return { tokens: [...tokens, ...parser.end()] };
};

/** Reads YAML 1.2. Returns problems instead for a malformed file. */
export const readYaml = (file: string, bytes: Uint8Array): YamlSource | readonly Problem[] => {
  if (bytes.length > MAX_BYTES) return [ofFile(file, violation('large', { size: '1 MB' }))];
  let text: string;
  try {
    text = decodeUtf8(bytes);
  } catch {
    return [ofFile(file, violation('utf8'))];
  }
  const lines = new LineCounter();
  const placed = (offset: number, field: string): Place => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col, field };
  };
  const parsed = tokensOf(text, lines);
  if ('fault' in parsed) return [{ ...placed(parsed.offset, ''), ...parsed.fault }];
  const options = { prettyErrors: false, logLevel: 'error', uniqueKeys: limitedComparison() } as const;
  const [document, second] = new Composer(options).compose(parsed.tokens, true, text.length);
  const invalid = (detail: string): Violation => violation('yaml', { detail });
  if (document === undefined || second !== undefined) {
    return [{ ...placed(second?.range[0] ?? 0, ''), ...invalid('it has several documents, separated by ---') }];
  }
  const faults = [...document.errors, ...document.warnings].slice(0, MAX_ERRORS);
  if (faults.length > 0) return faults.map((fault) => ({ ...placed(fault.pos[0], ''), ...invalid(fault.message) }));
  let data: unknown;
  try {
    data = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    return [ofFile(file, invalid(error instanceof Error ? error.message : String(error)))];
  }
  const placeOf = (path: Path): Place => placed(offsetOf(document.contents, path), fieldName(path));
  return { file, data, document, placeOf, problemAt: (path, rule) => ({ ...placeOf(path), ...rule }) };
};

/** Validates the file's data with a schema. Returns all problems, each with its line, if it is invalid. */
export const readBySchema = <T extends z.ZodType>(
  source: YamlSource,
  schema: T,
): { data: z.output<T> } | { problems: Problem[] } => {
  const result = schema.safeParse(source.data, { error: plainRule });
  if (result.success) return { data: result.data };
  return {
    problems: result.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => source.problemAt([...issue.path, key], violation('unknownKey')))
        : [source.problemAt(issue.path, violationIn(issue))],
    ),
  };
};

/**
 * Finds texts with half a character of UTF-16, which a YAML escape can produce. No hash, file or database can keep it.
 */
export const halfCharacters = (source: YamlSource): Problem[] => {
  const problems: Problem[] = [];
  const waiting: { path: Path; value: unknown }[] = [{ path: [], value: source.data }];
  // An alias can contain itself.
  const seen = new Set<unknown>();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path, value } = next;
    if (typeof value === 'string' && !value.isWellFormed())
      problems.push(source.problemAt(path, violation('halfCharacter')));
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    for (const [key, part] of Object.entries(value)) {
      waiting.push({ path: [...path, Array.isArray(value) ? Number(key) : key], value: part });
    }
  }
  return problems;
};
