import { inLanguage, type Language } from '@laurel/contracts/languages';
import { worded } from '../../http/plain-page.ts';
import { TEXTS } from './kit-texts.policy.ts';

/** What a nominee's link brought on a day (UTC): views, and people who signed up or logged in after one. */
export type Brought = { readonly day: string; readonly views: number; readonly begun: number };

/** Counts are shown in steps of this many, so that no single person can be seen in them. */
const STEP = 5;

/** A count in steps. */
export const inSteps = (count: number): string => (count < STEP ? `< ${STEP}` : `${Math.floor(count / STEP) * STEP}+`);

/** What the link brought, by day, as a table; a sentence while it brought nothing. */
export const broughtHtml = (days: readonly Brought[], language: Language): string => {
  const { brought } = inLanguage(TEXTS, language);
  if (days.length === 0) return `<p>${worded(brought.nothing)}</p>`;
  const head = brought.columns.map((name) => `<th scope="col">${worded(name)}</th>`).join('');
  const rows = days.map(
    ({ day, views, begun }) =>
      `<tr><th scope="row"><time datetime="${day}">${day}</time></th><td>${worded(inSteps(views))}</td><td>${worded(inSteps(begun))}</td></tr>`,
  );
  return `<p>${worded(brought.text)}</p><table class="days"><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
};
