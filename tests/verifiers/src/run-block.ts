import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import type { Case } from './case.ts';
import type { Verdict } from './run-script.ts';

export const PAGE = fileURLToPath(new URL('../../../verifiers/verify.html', import.meta.url));

/** The parts of the page: its policy, style, checks and script. */
export const readPage = () => {
  const html = readFileSync(PAGE, 'utf8');
  const part = (pattern: RegExp): string => {
    const [, found] = pattern.exec(html) ?? [];
    if (found === undefined) throw new Error(`verify.html has no ${pattern}`);
    return found;
  };
  return {
    html,
    policy: part(/Content-Security-Policy" content="([^"]*)"/),
    style: part(/<style>([\s\S]*?)<\/style>/),
    checks: part(/<script type="text\/plain" id="checks">([\s\S]*?)<\/script>/),
    script: part(/<script>([\s\S]*?)<\/script>/),
  };
};

type Renamed = { number: number; tags: string; before: string; after: string };
type Seen = {
  votes: number;
  voters: number;
  isCommitted: boolean;
  witnesses: string[];
  editions: number;
  reopenings: number;
  exclusions: number;
  silent: number;
  leftOut: number;
  results: number;
};
type Message =
  | { kind: 'progress' }
  | { kind: 'finding'; code: string; id: string; params: Record<string, unknown> }
  | { kind: 'aside'; code: string }
  | { kind: 'verdict'; state: 'holds' | 'fails' | 'bad'; id?: string; facts?: { renamed: Renamed[]; seen: Seen } };

/** What was seen, as verify.py says it. */
const inWords = (seen: Seen): Record<string, string> => ({
  votes: String(seen.votes),
  voters: `${seen.voters}${seen.isCommitted ? '' : ' in no leaf'}`,
  witnesses: seen.witnesses.join(', '),
  editions: String(seen.editions),
  reopenings: String(seen.reopenings),
  exclusions: `${seen.exclusions}${seen.silent === 0 ? '' : `, ${seen.silent} leaves without a commitment`}`,
  'left-out votes': String(seen.leftOut),
  results: String(seen.results),
});

const EXITS = { holds: 0, fails: 1, bad: 2 };
let checks: vm.Script | undefined;

/** Runs the checks of verify.html as its worker does, in Node.js. */
export const runBlock = async (
  given: Omit<Case, 'bundle'> & { bundle: string | Uint8Array<ArrayBuffer> },
): Promise<Verdict> => {
  checks ??= new vm.Script(readPage().checks);
  const said: Message[] = [];
  const postMessage = (message: Message) => said.push(message);
  const worker: { onmessage?: (event: { data: unknown }) => Promise<void> } = {};
  const names = { TextEncoder, TextDecoder, atob, btoa, postMessage };
  const context = vm.createContext(Object.assign(worker, names));
  checks.runInContext(context);
  const others = (given.papers ?? []).map(({ name, text }) => new File([text], name));
  const keys = [...(given.key === undefined ? [] : [given.key]), ...(given.witnesses ?? [])].join('\n');
  await worker.onmessage?.({ data: { bundle: new File([given.bundle], 'bundle.jsonl'), others, keys } });
  const verdict = said.at(-1);
  if (verdict?.kind !== 'verdict') throw new Error('the checks gave no verdict');
  if (verdict.id === 'unexpected') throw new Error(JSON.stringify(verdict));
  const findings = said.filter((message) => message.kind === 'finding');
  return {
    exit: EXITS[verdict.state],
    sentence: verdict.id ?? '',
    codes: [...new Set(findings.map(({ code }) => code))].sort(),
    aside: said.flatMap((message) => (message.kind === 'aside' ? [message.code] : [])).sort(),
    texts: findings.map(({ id, params }) => `${id} ${JSON.stringify(params)}`),
    seen: verdict.facts && verdict.state === 'holds' ? inWords(verdict.facts.seen) : {},
    renamed: (verdict.facts?.renamed ?? []).map(
      ({ number, tags, before, after }) => `${number} calls ${tags} "${after}", which was "${before}" before.`,
    ),
  };
};
