import './lib/zod-config.ts';
import '@fontsource-variable/manrope/wght.css';
import '@fontsource/unbounded/600.css';
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { createQueryClient } from './app/query-client.ts';
import { followRefusals } from './app/refusals.ts';
import { createConsoleRouter } from './app/router.tsx';
import { startI18n } from './i18n/i18n.ts';
import { firstLanguage, followLanguage } from './i18n/language.ts';
import { readSetting } from './lib/settings.ts';
import { startTheme } from './lib/theme.ts';

const start = async (root: HTMLElement): Promise<void> => {
  startTheme();
  await startI18n(firstLanguage(readSetting('language'), navigator.languages));
  followLanguage();
  const queryClient = createQueryClient();
  const router = createConsoleRouter(queryClient);
  followRefusals(router, queryClient);
  createRoot(root).render(
    <StrictMode>
      <App queryClient={queryClient} router={router} />
    </StrictMode>,
  );
};

const root = document.getElementById('root');
if (root) void start(root);
