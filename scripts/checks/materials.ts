import { spawnSync } from 'node:child_process';
import { findPnpm } from './pnpm.ts';

/** A component: a package from the registry or a workspace package. */
export interface Component {
  readonly purl: string;
  readonly licenses?: readonly {
    readonly expression?: string;
    readonly license?: { readonly id?: string; readonly name?: string };
  }[];
}

/** The parts of a CycloneDX 1.7 document (ECMA-424) that the checks read. */
export interface BillOfMaterials {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly components: readonly Component[];
}

/** The production dependencies by the lockfile and the installed packages. `pnpm sbom` makes it without the network. */
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
