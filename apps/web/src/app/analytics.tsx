import { serviceOf } from '@laurel/contracts/analytics';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readRaw, removeRaw, writeRaw } from '../lib/storage.ts';
import styles from './footer.module.css';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/** Loads the script of the service, whose address is made of the edition's checked id. */
const start = (id: string): void => {
  const url = serviceOf(id).script(id);
  const rules = { createHTML: (html: string) => html, createScriptURL: () => url };
  const policy = window.trustedTypes?.createPolicy('analytics', rules) ?? rules;
  const script = document.createElement('script');
  script.async = true;
  script.dataset.domain = id;
  script.src = policy.createScriptURL(url);
  window.dataLayer = [];
  // Google's script reads the arguments of this function, as its documentation writes it.
  function gtag(..._values: unknown[]) {
    // biome-ignore lint/complexity/noArguments: an array in its place is ignored by Google's script.
    window.dataLayer?.push(arguments);
  }
  gtag('js', new Date());
  gtag('config', id);
  document.head.append(script);
};

/** Asks whether the award's service for statistics may count the visits of this browser. Nothing of it is loaded before. */
const Analytics = ({ id }: { id: string }) => {
  const { t } = useTranslation('page');
  const [allowed, setAllowed] = useState(() => readRaw('analytics') === 'allowed');
  useEffect(() => {
    if (allowed) start(id);
  }, [allowed, id]);
  const choose = (next: boolean) => {
    if (next) writeRaw('analytics', 'allowed');
    else removeRaw('analytics');
    // A script that runs can only be left behind.
    if (next) setAllowed(true);
    else window.location.reload();
  };
  return (
    <label className={styles.analytics}>
      <input type="checkbox" checked={allowed} onChange={({ target }) => choose(target.checked)} />
      {t('analytics', { service: serviceOf(id).name })}
    </label>
  );
};

export default Analytics;
