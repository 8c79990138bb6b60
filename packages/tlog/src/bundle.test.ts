import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

/** The exports that a page needs to verify a receipt, and the growth of its log. */
const PAGE = `
export { parseVerifierKey } from './note.ts';
export { openCosigned, parseProof, verifyProof } from './proof.ts';
export { verifyConsistency } from './merkle.ts';
export { webVerifier } from './web.ts';
`;
const MAX_BYTES = 15 * 1024;

describe('the code that a page loads to verify a proof', () => {
  it('has at most 15 KB, and nothing of Node.js', async () => {
    const { outputFiles, metafile } = await build({
      stdin: { contents: PAGE, resolveDir: import.meta.dirname, loader: 'ts' },
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2024',
      metafile: true,
      write: false,
    });
    const [{ text } = { text: '' }] = outputFiles;
    expect(text).toContain('c2sp.org/tlog-proof@v1');
    expect(text).not.toMatch(/\bBuffer\b|\bprocess\b|node:/);
    expect(text.length).toBeLessThanOrEqual(MAX_BYTES);
    expect(Object.keys(metafile.inputs).filter((file) => /(^|\/)(node|tree|policy)\.ts$/.test(file))).toEqual([]);
  });
});
