import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, format, type ICruiseResult } from 'dependency-cruiser';
import rules from '../../.dependency-cruiser.mjs';

/** The result of a cruise. */
export interface Boundaries {
  /** The number of modules. */
  readonly modules: number;
  readonly violations: readonly { readonly rule: string; readonly from: string; readonly to: string }[];
  /** The violations as text. */
  readonly text: string;
}

/** Checks apps/, packages/, tests/ and scripts/ under a root by the rules of .dependency-cruiser.mjs. */
export async function checkBoundaries(root: string): Promise<Boundaries> {
  const { options, ...ruleSet } = rules;
  const folders = ['apps', 'packages', 'tests', 'scripts'].filter((folder) => existsSync(join(root, folder)));
  const { output } = await cruise(folders, { ...options, baseDir: root, ruleSet, validate: true });
  if (typeof output === 'string') throw new Error('the cruise answered text where its result was asked for');
  return {
    modules: output.summary.totalCruised,
    violations: output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    text: await asText(output),
  };
}

async function asText(result: ICruiseResult): Promise<string> {
  const { output } = await format(result, { outputType: 'err-long' });
  return typeof output === 'string' ? output : '';
}
