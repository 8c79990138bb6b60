import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { LANGUAGES, type Language } from '@laurel/contracts/languages';
import { SHOWN_PHASES, type ShownPhase } from '@laurel/contracts/phase';
import type { PublicEdition } from '@laurel/contracts/public-edition';
import { z } from 'zod';

/** The built page with the folder of its hashed files. */
export type BuiltPage = {
  readonly html: string;
  readonly assetsDir: string;
  stylesheet(name: string): Promise<string>;
};

/** Reads the built web app. */
export const readBuiltPage = async (webDir: string): Promise<BuiltPage> => {
  const assetsDir = join(webDir, 'assets');
  return {
    html: await readFile(join(webDir, 'index.html'), 'utf8'),
    assetsDir,
    stylesheet: (name) => readFile(join(assetsDir, name), 'utf8'),
  };
};

const topSchema = z.object({
  /** The first screen. */
  screen: z.string(),
  /** The whole page, for a browser that runs no scripts. */
  plain: z.string(),
});

/** The rendered top of the page, by phase and language. */
export type Tops = Readonly<Record<ShownPhase, Readonly<Record<Language, z.output<typeof topSchema>>>>>;

const tops = z.record(z.enum(SHOWN_PHASES), z.record(z.enum(LANGUAGES), topSchema));

/**
 * Renders the top of the page for each phase and language with the web app's own components. A separate process does
 * this, so that its memory is free afterwards. It gets the edition and no environment variables.
 * @throws Error if that process fails, or prints anything else than the tops
 */
export const drawTops = async (webDir: string, edition: PublicEdition): Promise<Tops> => {
  const program = join(webDir, 'draw', 'draw.mjs');
  const drawing = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'], env: {} });
  // A process that ended early closes its stdin; the exit code reports that.
  drawing.stdin.on('error', () => undefined);
  drawing.stdin.end(JSON.stringify(edition));
  const [drawn, [code]] = await Promise.all([text(drawing.stdout), once(drawing, 'close')]);
  if (code !== 0) throw new Error(`${program} did not draw the page's top: it ended with ${code}`);
  return tops.parse(JSON.parse(drawn));
};
