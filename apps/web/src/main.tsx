import '@fontsource-variable/manrope/wght.css';
import '@fontsource/unbounded/600.css';
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import './ui/styles/notices.css';
import './ui/styles/plain.css';
import { setNonce } from 'get-nonce';
import { StrictMode, startTransition } from 'react';
import { App } from './app/app.tsx';
import { readPageData } from './app/page-data.ts';
import { recover } from './app/recover.ts';
import { resetOnNewVersion } from './app/version-reset.ts';
import { loadTexts } from './features/edition/store.ts';
import { followSession } from './features/journey/open-step.ts';
import { startI18n } from './i18n/i18n.ts';
import { currentLanguage, followLanguage, repeatLanguage, startLanguage } from './i18n/language.ts';
import { renderInto } from './lib/react-root.ts';
import { setRequestContext } from './lib/request-context.ts';
import { setServerTime, sincePageMs } from './lib/server-clock.ts';
import { followOtherTabs, refuseToken, restoreSession, useSession } from './session/store.ts';

const start = async (root: HTMLElement): Promise<void> => {
  const nonce = document.getElementById('laurel-now')?.nonce;
  if (nonce) setNonce(nonce);
  resetOnNewVersion();
  repeatLanguage();
  const data = await readPageData();
  setServerTime(data.now, sincePageMs());
  const language = startLanguage();
  await Promise.all([startI18n(language), restoreSession(), loadTexts(language)]);
  followLanguage();
  setRequestContext({
    token: () => useSession.getState().token,
    refuseToken,
    language: currentLanguage,
    ipLookupUrl: data.ipLookupUrl,
  });
  followOtherTabs(followSession);
  // A transition renders in slices, so that the visitor can scroll the server-rendered page meanwhile.
  startTransition(() =>
    renderInto(
      root,
      <StrictMode>
        <App {...data} />
      </StrictMode>,
    ),
  );
};

const root = document.getElementById('root');
// In its own task, so that the browser can handle input after it has evaluated the modules.
if (root) setTimeout(() => void start(root).catch(recover));
