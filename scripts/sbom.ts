// Writes the bill of materials (CycloneDX) of the production packages to a file: node scripts/sbom.ts laurel.cdx.json
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBillOfMaterials } from './checks/materials.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name the file to write: node scripts/sbom.ts laurel.cdx.json');
writeFileSync(file, JSON.stringify(makeBillOfMaterials(join(import.meta.dirname, '..')), null, 2));
