import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Patterns of credentials that do not occur by chance. */
const forms: Readonly<Record<string, RegExp>> = {
  // A sentence may name the format; a real key continues after its first line.
  'a private key': /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(?!\))/,
  'an age identity': /AGE-SECRET-KEY-(?:PQ-)?1[02-9AC-HJ-NP-Z]{50}/,
  "GitHub's token": /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{50})/,
  "npm's token": /\bnpm_[A-Za-z0-9]{36}\b/,
  "an AWS key's id": /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/,
  "Google's key": /\bAIza[\w-]{35}\b/,
  "Slack's token": /\bxox[abeoprs]-[\w-]{20}/,
  "Stripe's key": /\b[rs]k_live_[A-Za-z0-9]{20}/,
  "SendGrid's key": /\bSG\.[\w-]{20,}\.[\w-]{30}/,
  "Twilio's key": /\b(?:SK|AC)[0-9a-f]{32}\b/,
  "a Telegram bot's token": /\b\d{8,10}:A[A-Za-z0-9_-]{34}\b/,
  "Meta's token": /\b(?:EAA|IGAA)[A-Za-z0-9]{60}/,
  'a signed token': /\beyJ[\w-]{16,}\.eyJ[\w-]{16,}\.[\w-]{40}/,
};

/** Files whose credentials protect nothing, and say so. */
const harmless = new Set(['tests/support/src/certificate.ts', 'apps/api/src/testing/certificate.ts']);

/** The parts of a text that look like credentials. */
export function credentialsIn(text: string): string[] {
  return Object.entries(forms).flatMap(([name, form]) => (form.test(text) ? [name] : []));
}

/** A committed credential with its commit and file. */
export interface Finding {
  readonly commit: string;
  readonly file: string;
  readonly found: string;
}

/** Finds each credential that a commit added, in the output of `git log -p`. */
export function findCommitted(log: string): Finding[] {
  const findings: Finding[] = [];
  let commit = '';
  let file = '';
  for (const line of log.split('\n')) {
    if (line.startsWith('commit ')) commit = line.slice('commit '.length);
    else if (line.startsWith('+++ ')) file = line.replace(/^\+\+\+ (?:b\/)?/, '');
    else if (/^[+ ]/.test(line) && !harmless.has(file)) {
      findings.push(...credentialsIn(line).map((found) => ({ commit, file, found })));
    }
  }
  return findings;
}

/** The complete history of a repository, with all branches and messages; empty without a repository. */
export function historyOf(root: string): string {
  if (!existsSync(join(root, '.git'))) return '';
  const args = ['log', '--all', '--patch', '--unified=0', '--format=commit %H%n %B', '--no-color', '--no-ext-diff'];
  const { status, stdout, stderr } = spawnSync('git', [...args, '--no-textconv', '--text'], {
    cwd: root,
    encoding: 'latin1',
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(`git could not read its history: ${stderr}`);
  return stdout;
}
