import type { BillOfMaterials, Component } from './materials.ts';

/**
 * SPDX ids of the licences that are compatible with the AGPL-3.0. MPL-2.0 says so itself (section 3.3); Apache-2.0 is
 * compatible with version 3 of the GPL family, to which LGPL-3.0 belongs; OFL-1.1 is for fonts, which are distributed unchanged.
 */
const COMPATIBLE = new Set([
  ...[
    '0BSD',
    'AGPL-3.0-only',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    'CC0-1.0',
    'ISC',
    'LGPL-3.0-or-later',
  ],
  ...['MIT', 'MIT-0', 'MPL-2.0', 'OFL-1.1', 'Python-2.0', 'Unlicense', 'Zlib'],
]);

/** A component's licence as one SPDX expression. */
export const licencesOf = ({ licenses = [] }: Component): string =>
  licenses.map(({ expression, license }) => expression ?? license?.id ?? license?.name ?? '').join(' AND ');

/** Whether an SPDX expression is compatible: one side of `OR`, all sides of `AND`. */
function isCompatible(expression: string): boolean {
  const inner = /\(([^()]*)\)/.exec(expression);
  if (inner) return isCompatible(expression.replace(inner[0], isCompatible(inner[1] ?? '') ? 'MIT' : 'incompatible'));
  return expression.split(' OR ').some((choice) => choice.split(' AND ').every((id) => COMPATIBLE.has(id.trim())));
}

/** The components with an incompatible licence, and why. */
export const incompatible = ({ components }: BillOfMaterials): { purl: string; licence: string }[] =>
  components
    .map((component) => ({ purl: component.purl, licence: licencesOf(component) || 'no licence' }))
    .filter(({ licence }) => !isCompatible(licence));
