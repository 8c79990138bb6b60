import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { incompatible, licencesOf } from './checks/licences.ts';
import { makeBillOfMaterials } from './checks/materials.ts';
import { findPnpm } from './checks/pnpm.ts';

const root = join(import.meta.dirname, '..');
const pnpm = findPnpm(root);

/** A project whose only dependency has an install script, with the repository's settings and `allowed`. */
const installWith = (allowed: string): { code: number | null; output: string; ran: boolean } => {
  const project = mkdtempSync(join(tmpdir(), 'laurel-install-'));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  const write = (name: string, content: unknown) => writeFileSync(join(project, name), JSON.stringify(content));
  const mark = join(project, 'ran');
  const parcel = mkdtempSync(join(project, 'parcel-'));
  const scripts = { postinstall: `node -e "require('fs').writeFileSync('${mark}', '')"` };
  writeFileSync(join(parcel, 'package.json'), JSON.stringify({ name: 'guest', version: '1.0.0', scripts }));
  spawnSync('tar', ['-czf', join(project, 'guest.tgz'), '--transform', 's,^[.],package,', '-C', parcel, '.']);
  write('package.json', { name: 'host', private: true, dependencies: { guest: 'file:./guest.tgz' } });
  const settings = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8').replace(
    /^(?:packages|patchedDependencies):\n(?: .*\n)*/gm,
    '',
  );
  writeFileSync(join(project, 'pnpm-workspace.yaml'), settings.replace('allowBuilds:\n', `allowBuilds:\n${allowed}`));
  const store = ['--offline', '--store-dir', join(project, 'store')];
  const { status, stdout, stderr } = spawnSync(pnpm, ['install', ...store], {
    cwd: project,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: project, CI: 'true' },
  });
  return { code: status, output: stdout + stderr, ran: existsSync(mark) };
};

describe('an install script', () => {
  it('of a package that pnpm-workspace.yaml does not name fails the install and does not run', () => {
    const { code, output, ran } = installWith('');
    expect(output).toContain('ERR_PNPM_IGNORED_BUILDS');
    expect(code).toBe(1);
    expect(ran).toBe(false);
  });

  it('runs if it is allowed, and is skipped if it is refused', () => {
    expect(installWith("  'guest@file:guest.tgz': true\n")).toMatchObject({ code: 0, ran: true });
    expect(installWith("  'guest@file:guest.tgz': false\n")).toMatchObject({ code: 0, ran: false });
  });
});

describe('the bill of materials', () => {
  const bill = makeBillOfMaterials(root);

  it('is a CycloneDX document of the production packages with version, hash and licence', () => {
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.7' });
    const names = bill.components.map(({ purl }) => purl.replace(/@[^@]+$/, ''));
    expect(names).toEqual(
      expect.arrayContaining(['pkg:npm/fastify', 'pkg:npm/react', 'pkg:npm/pg', 'pkg:npm/nodemailer']),
    );
    expect(names).not.toContain('pkg:npm/vitest');
    expect(bill.components.filter(({ purl, licenses = [] }) => licenses.length === 0 || !purl.includes('@'))).toEqual(
      [],
    );
  });

  it('contains only licences that are compatible with the AGPL-3.0', () => {
    expect(incompatible(bill)).toEqual([]);
  });

  it.each([
    ['UNLICENSED', ['UNLICENSED']],
    ['SSPL-1.0', ['SSPL-1.0']],
    ['(MIT OR GPL-2.0-only)', []],
    ['MIT AND GPL-2.0-only', ['MIT AND GPL-2.0-only']],
    ['(BSD-3-Clause AND MIT) OR SSPL-1.0', []],
    ['', ['no licence']],
  ])('%s: %j is rejected', (expression, refused) => {
    const licenses = expression === '' ? [] : [{ expression }];
    const component = { purl: 'pkg:npm/guest@1.0.0', licenses };
    expect(incompatible({ ...bill, components: [component] }).map(({ licence }) => licence)).toEqual(refused);
    expect(licencesOf({ ...component, licenses: [{ license: { name: 'Some words' } }] })).toBe('Some words');
  });
});
