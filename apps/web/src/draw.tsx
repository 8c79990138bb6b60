import { text } from 'node:stream/consumers';
import { DEFAULT_LANGUAGE } from '@laurel/contracts/languages';
import type { PublicEdition } from '@laurel/contracts/public-edition';
import { renderToStaticMarkup } from 'react-dom/server';
import { Footer } from './app/footer.tsx';
import { Header } from './app/header.tsx';
import { Hero } from './app/hero.tsx';
import { PlainNotice, PlainPage } from './app/plain-page.tsx';
import { EditionContext } from './features/edition/context.ts';
import { inPhase } from './features/edition/phase.ts';
import { startI18n } from './i18n/i18n.ts';

const PHASES = ['scheduled', 'open', 'closed', 'announced'] as const satisfies readonly PublicEdition['phase'][];

/**
 * The first screen of a new visitor, rendered by the server until the page's code takes over, and the whole page for a
 * browser that runs no code. Its text can be read, and its links work; its buttons can't be pressed yet.
 */
const render = (edition: PublicEdition): string =>
  renderToStaticMarkup(
    <EditionContext value={edition}>
      <PlainNotice />
      <div data-drawn>
        <Header />
        <main>
          <Hero />
          <PlainPage />
        </main>
        <noscript>
          <Footer />
        </noscript>
      </div>
    </EditionContext>,
  ).replaceAll('<button ', '<button inert ');

// The server runs this as a program, once: it reads an edition and writes the first screens of all phases. The edition
// comes from the same build, so it is not validated.
const edition: PublicEdition = JSON.parse(await text(process.stdin));
await startI18n(DEFAULT_LANGUAGE);
const screens = PHASES.map((phase) => [phase, render(inPhase(edition, phase))]);
process.stdout.write(JSON.stringify(Object.fromEntries(screens)));
