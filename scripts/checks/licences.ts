import type { BillOfMaterials, Component } from './materials.ts';

/**
 * Licences whose code may be part of a program under the AGPL-3.0, by their SPDX ids. MPL-2.0 says so itself (section 3.3);
 * Apache-2.0 goes with version 3 of the GPL family; OFL-1.1 is that of fonts, which are handed on as they are.
 */
const welcome = new Set([
  ...['0BSD', 'AGPL-3.0-only', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'ISC'],
  ...['MIT', 'MIT-0', 'MPL-2.0', 'OFL-1.1', 'Python-2.0', 'Unlicense', 'Zlib'],
]);

/** What a component says of its licence, as one SPDX expression. */
export const licencesOf = ({ licenses = [] }: Component): string =>
  licenses.map(({ expression, license }) => expression ?? license?.id ?? license?.name ?? '').join(' AND ');

/** Whether an SPDX expression leaves a choice that is welcome: `OR` lets one choose, `AND` asks for all. */
function isWelcome(expression: string): boolean {
  const inner = /\(([^()]*)\)/.exec(expression);
  if (inner) return isWelcome(expression.replace(inner[0], isWelcome(inner[1] ?? '') ? 'MIT' : 'refused'));
  return expression.split(' OR ').some((choice) => choice.split(' AND ').every((id) => welcome.has(id.trim())));
}

/** The components that may not be part of Laurel, and why. */
export const unwelcome = ({ components }: BillOfMaterials): { purl: string; licence: string }[] =>
  components
    .map((component) => ({ purl: component.purl, licence: licencesOf(component) || 'no licence' }))
    .filter(({ licence }) => !isWelcome(licence));
