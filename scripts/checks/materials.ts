import { spawnSync } from 'node:child_process';
import { findPnpm } from './pnpm.ts';

/** A part of the bill: a package of the registry, or one of our own. */
export interface Component {
  readonly purl: string;
  readonly licenses?: readonly {
    readonly expression?: string;
    readonly license?: { readonly id?: string; readonly name?: string };
  }[];
}

/** A CycloneDX 1.7 document (ECMA-424), as far as the checks read it. */
export interface BillOfMaterials {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly components: readonly Component[];
}

/** What runs in production, by the lockfile and what is installed of it. `pnpm sbom` makes it, without the network. */
export function makeBillOfMaterials(root: string): BillOfMaterials {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--prod'];
  const { status, stdout, stderr } = spawnSync(findPnpm(root), args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(`pnpm made no bill of materials: ${stderr}`);
  return JSON.parse(stdout);
}
