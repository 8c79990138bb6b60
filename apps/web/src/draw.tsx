import { text } from 'node:stream/consumers';
import { DEFAULT_LANGUAGE } from '@laurel/contracts/languages';
import type { PublicEdition } from '@laurel/contracts/public-edition';
import { renderToStaticMarkup } from 'react-dom/server';
import { Header } from './app/header.tsx';
import { Hero } from './app/hero.tsx';
import { EditionContext } from './features/edition/context.ts';
import { inPhase } from './features/edition/phase.ts';
import { startI18n } from './i18n/i18n.ts';

const PHASES = ['scheduled', 'open', 'closed', 'announced'] as const satisfies readonly PublicEdition['phase'][];

/** What stands on the first screen of who comes for the first time, until the page's code takes its place. */
const drawn = (edition: PublicEdition): string =>
  renderToStaticMarkup(
    <div data-drawn inert>
      <EditionContext value={edition}>
        <Header />
        <main>
          <Hero />
        </main>
      </EditionContext>
    </div>,
  );

// A program of its own, which the server runs once: it reads an edition and writes the tops of all phases. The
// edition comes from the server that this was built with, so it is not checked again.
const edition: PublicEdition = JSON.parse(await text(process.stdin));
await startI18n(DEFAULT_LANGUAGE);
const tops = PHASES.map((phase) => [phase, drawn(inPhase(edition, phase))]);
process.stdout.write(JSON.stringify(Object.fromEntries(tops)));
