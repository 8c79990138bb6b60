import type { ConsoleCall } from '@laurel/contracts/console/call';
import * as audit from '@laurel/contracts/console/calls/audit';
import * as edition from '@laurel/contracts/console/calls/edition';
import * as entries from '@laurel/contracts/console/calls/entries';
import * as exclusions from '@laurel/contracts/console/calls/exclusions';
import * as integrations from '@laurel/contracts/console/calls/integrations';
import * as kits from '@laurel/contracts/console/calls/kits';
import * as messages from '@laurel/contracts/console/calls/messages';
import * as phases from '@laurel/contracts/console/calls/phases';
import * as preview from '@laurel/contracts/console/calls/preview';
import * as results from '@laurel/contracts/console/calls/results';
import * as reviews from '@laurel/contracts/console/calls/reviews';
import * as season from '@laurel/contracts/console/calls/season';
import * as spending from '@laurel/contracts/console/calls/spending';
import * as team from '@laurel/contracts/console/calls/team';
import * as tonight from '@laurel/contracts/console/calls/tonight';
import * as visits from '@laurel/contracts/console/calls/visits';
import * as voters from '@laurel/contracts/console/calls/voters';
import * as years from '@laurel/contracts/console/calls/years';
import { kebab } from './flags.ts';

/** The screens of the console by the word that the commands have for them. Sessions and passkeys belong to browsers. */
const SCREENS: Readonly<Record<string, object>> = {
  tonight: { ...tonight, ...visits },
  results: { ...results, ...season },
  phase: phases,
  exclusions,
  voters,
  reviews,
  messages: { ...messages, ...spending },
  // A key belongs to the person who made it in the console.
  integrations: { ...integrations, addToken: undefined },
  team,
  audit,
  edition: { ...edition, ...preview, ...years },
  entries,
  kit: kits,
};

/** Calls with a command of their own, which does the same and more. */
const HAND_MADE: ReadonlySet<ConsoleCall> = new Set<ConsoleCall>([
  // `laurel results` compares the tallies with the votes.
  results.readResults,
  // `laurel phase set` moves any of the times, and what a person saw of them before.
  phases.movePhases,
  phases.closeNow,
  phases.announce,
  // `laurel team invite` makes the first link of an installation, without a reason.
  team.invite,
]);

/** A command that makes one call of the console. */
export type CallCommand = { readonly screen: string; readonly name: string; readonly call: ConsoleCall };

/** The name of a call without the word of its screen: `approveExclusion` is `approve`, `readMessageTotals` is `show-totals`. */
const nameOf = (screen: string, call: string): string => {
  const noun = screen.replace(/s$/, '').replace(/^./, (first) => first.toUpperCase());
  return kebab(call.replace(new RegExp(`${noun}s?`), '').replace(/^read/, 'show'));
};

const isCall = (value: unknown): value is ConsoleCall =>
  typeof value === 'object' && value !== null && 'audience' in value && 'path' in value;

/** A command for each call of the console that has no command of its own. */
export const CALL_COMMANDS: readonly CallCommand[] = Object.entries(SCREENS).flatMap(([screen, calls]) =>
  Object.entries(calls)
    .flatMap(([name, call]: [string, unknown]) =>
      isCall(call) && !HAND_MADE.has(call) ? [{ screen, name: nameOf(screen, name), call }] : [],
    )
    .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
);

/** The parts of the address of a call that name something, like `id`. They are the arguments of its command. */
export const placesOf = ({ path }: ConsoleCall): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
