import type { HOOK_DATA, HookType } from '@laurel/contracts/console/hook-events';
import { type InLanguages, inLanguage, type Language, localeOf } from '@laurel/contracts/languages';
import type { ShownPhase } from '@laurel/contracts/phase';
import type { z } from 'zod';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The longest pause between two tries. */
const LONGEST_MS = 6 * 60 * MINUTE_MS;
/** Tries of a call that keeps failing while others are accepted: four days. */
const MAX_TRIES = 24;
/** A webhook that accepted nothing for so long is switched off. */
export const OFF_AFTER_MS = 5 * DAY_MS;

/** When a call is tried again after a failure, doubling the pause; null if it is given up. @param tries failed ones, with this one */
export const retryAt = (
  { tries, permanent, retryAfterMs = 0 }: { tries: number; permanent: boolean; retryAfterMs?: number | undefined },
  now: Date,
): Date | null =>
  permanent || tries >= MAX_TRIES
    ? null
    : new Date(now.getTime() + Math.max(Math.min(MINUTE_MS * 2 ** (tries - 1), LONGEST_MS), retryAfterMs));

type Sentences = { readonly [Type in HookType]: (data: z.output<(typeof HOOK_DATA)[Type]>) => string };

const PHASE: InLanguages<Record<ShownPhase, string>> = {
  en: {
    nominating: 'not begun, people nominate',
    scheduled: 'not begun',
    open: 'open',
    closed: 'over',
    announced: 'over, the winners are announced',
  },
  uk: {
    nominating: 'ще не почалося, триває висування номінантів',
    scheduled: 'ще не почалося',
    open: 'триває',
    closed: 'завершено',
    announced: 'завершено, переможців оголошено',
  },
};

const SENTENCES: InLanguages<Sentences> = {
  en: {
    'phase.moved': ({ phase }) => `Voting: ${PHASE.en[phase]}.`,
    'votes.thousand': ({ votes }) => `${votes.toLocaleString(localeOf('en'))} votes.`,
    'cluster.found': ({ people }) => `Votes of ${people} people look bought.`,
    'exclusion.applied': ({ exclusion }) => `Exclusion ${exclusion} was applied.`,
    'review.waiting': ({ waiting }) => `Names of Instagram that wait for a decision: ${waiting}.`,
    'budget.reached': ({ messagesAnHour }) =>
      `The hour’s ${messagesAnHour} text messages are sent; no more leave for now.`,
    'budget.spent': ({ percent, budget, currency }) => `${percent}% of ${budget} ${currency} for codes is spent.`,
    'edition.published': ({ year, version }) => `Version ${version} of the edition ${year} was published.`,
    'winners.announced': ({ year }) => `The winners of ${year} are announced.`,
    test: () => 'This address gets events from now on.',
  },
  uk: {
    'phase.moved': ({ phase }) => `Голосування: ${PHASE.uk[phase]}.`,
    'votes.thousand': ({ votes }) => `Голосів: ${votes.toLocaleString(localeOf('uk'))}.`,
    'cluster.found': ({ people }) => `Схоже, голоси куплено. Людей у групі: ${people}.`,
    'exclusion.applied': ({ exclusion }) => `Застосовано виключення ${exclusion}.`,
    'review.waiting': ({ waiting }) => `Імена з Instagram, які чекають на рішення: ${waiting}.`,
    'budget.reached': ({ messagesAnHour }) =>
      `Вичерпано SMS на цю годину (${messagesAnHour}): поки що нові не надсилаються.`,
    'budget.spent': ({ percent, budget, currency }) => `На коди витрачено ${percent}% із ${budget} ${currency}.`,
    'edition.published': ({ year, version }) => `Опубліковано версію ${version} премії ${year}.`,
    'winners.announced': ({ year }) => `Переможців ${year} року оголошено.`,
    test: () => 'Відтепер на цю адресу надходять події.',
  },
};

/** An event as a sentence. */
export const sentenceOf = <Type extends HookType>(
  language: Language,
  type: Type,
  data: z.output<(typeof HOOK_DATA)[Type]>,
): string => inLanguage(SENTENCES, language)[type](data);
