import type { Organiser } from '@laurel/database/audit';
import { z } from 'zod';
import { shownTime } from '../checks/shown-time.ts';
import type { Deps } from '../deps.ts';
import type { AccountSummary } from '../features/support/service.ts';
import { asCareful, asOrganiser, type Careful, confirm, organiserOf, type Who } from './change.ts';
import { asJson, type Json, type Laurel } from './laurel.ts';
import { EXIT, type ExitCode, json, MisuseError, type Output, table } from './output.ts';

type UserDeps = Pick<Deps, 'support' | 'findByLogin' | 'clock'>;

/** Finds an account by id, email address or phone number. @throws MisuseError if there is none */
export const accountOf = async ({ support, findByLogin, clock }: UserDeps, who: string): Promise<AccountSummary> => {
  const now = clock.now();
  const id = z.guid().safeParse(who).success ? who.toLowerCase() : (await findByLogin(who, now))?.id;
  const account = id === undefined ? undefined : await support.summary(id, now);
  if (account) return account;
  throw new MisuseError('There is no account with this id, email address or phone number.');
};

const timeText = (at: Date | null): string => (at ? shownTime(at) : '-');

const proofOf = ({ proofs }: AccountSummary, what: string): string =>
  proofs
    .filter((proof) => proof.what === what)
    .map(
      ({ verifiedAt, withdrawnAt }) =>
        `proven ${timeText(verifiedAt)}${withdrawnAt ? `, withdrawn ${timeText(withdrawnAt)}` : ''}`,
    )
    .join('; ') || 'not proven';

const twoFactorOf = ({ twoFactorAt, twoFactorPending, backupCodesLeft }: AccountSummary): string => {
  if (twoFactorAt) return `set up ${timeText(twoFactorAt)}, ${backupCodesLeft} backup codes left`;
  return twoFactorPending ? 'shown, and not confirmed yet' : 'not set up';
};

const triesOf = ({ tries }: AccountSummary): string[] =>
  tries.map(
    ({ name, count, limit, locked, until }) =>
      `${locked ? 'LOCKED: ' : ''}${name} ${count} of ${limit}, counted until ${timeText(until)}`,
  );

/** Formats an account for support. */
const describe = (account: AccountSummary): string[] => [
  `Account ${account.id}, made ${timeText(account.createdAt)}, language ${account.language}`,
  ...(account.suspendedAt ? [`SUSPENDED since ${timeText(account.suspendedAt)}: it can neither log in nor vote.`] : []),
  ...table(
    ['WHAT', 'STATE'],
    [
      [
        'email',
        `${account.email ?? '-'}, ${account.emailVerifiedAt ? `verified ${timeText(account.emailVerifiedAt)}` : 'not verified'}`,
      ],
      ['phone', `${account.phone ?? '-'}, ${proofOf(account, 'PHONE')}`],
      ['Telegram', proofOf(account, 'TELEGRAM_SUBSCRIPTION')],
      ['Instagram', proofOf(account, 'INSTAGRAM_SUBSCRIPTION')],
      ['two-factor', twoFactorOf(account)],
      [
        'sessions',
        `${account.sessions} open, the newest since ${timeText(account.newestSessionAt)}; ${account.devices} known devices`,
      ],
      ['SMS', `${account.smsToday} in the last day`],
      ...triesOf(account).map((line) => ['tries', line]),
    ],
  ),
];

/** `laurel user show WHO`. */
export const showUser = async (
  deps: UserDeps,
  output: Output,
  { who, json: inJson }: Json & { who: string },
): Promise<ExitCode> => {
  const account = await accountOf(deps, who);
  if (inJson) output.line(json(account));
  else if (account.erasedAt)
    output.line(`Account ${account.id} was erased ${timeText(account.erasedAt)}. Its personal data is erased.`);
  else {
    for (const line of describe(account)) output.line(line);
    const rows = account.events.map(({ at, what, detail }) => [timeText(at), what, detail]);
    if (rows.length > 0) for (const line of ['', ...table(['LATELY', 'WHAT', 'DETAIL'], rows)]) output.line(line);
  }
  return EXIT.ok;
};

/** A change to one account. */
type UserChange = {
  name: 'unlock' | 'reset-two-factor' | 'sign-out' | 'suspend' | 'restore' | 'erase';
  description: string;
  /** The irreversible effect, for the confirmation; empty if none is needed. */
  warning: readonly string[];
  /** Why the change is not possible for this account, as a text after "Account …". */
  refusal?(account: AccountSummary): string | undefined;
  /** Makes the change. Returns the outcome, as a text after "Account …", or false if nothing changed. */
  run(deps: UserDeps, change: { id: string; organiser: Organiser; now: Date }): Promise<string | false>;
  would: string;
};

const CHANGES: readonly UserChange[] = [
  {
    name: 'unlock',
    description: 'reset the counts of wrong codes, wrong passwords and other attempts',
    warning: [],
    would: 'would have its counted attempts reset',
    run: async ({ support }, change) =>
      (await support.unlock(change)) &&
      'is unlocked: its counted attempts are reset. Limits of its own text messages stay.',
  },
  {
    name: 'reset-two-factor',
    description: 'remove two-factor; the next login requires a new setup',
    warning: [
      'The next login with the password sets up a new two-factor. Make sure that the account belongs to the person who asks. If others may know the password, let the person set a new one first.',
    ],
    refusal: ({ twoFactorAt, twoFactorPending }) =>
      twoFactorAt || twoFactorPending ? undefined : 'has no two-factor: it is set up at the next login.',
    would: 'would lose its two-factor, its backup codes and every session',
    run: async ({ support }, change) =>
      (await support.resetTwoFactor(change)) && 'has no two-factor any more, and is logged out everywhere.',
  },
  {
    name: 'sign-out',
    description: 'end every session and remove every known device',
    warning: [],
    would: 'would be logged out everywhere, and its devices forgotten',
    run: async ({ support }, change) =>
      (await support.signOut(change)) && 'is logged out everywhere, and its devices are forgotten.',
  },
  {
    name: 'suspend',
    description: 'block login and votes of an account until it is restored; its votes stay',
    warning: [],
    refusal: ({ suspendedAt }) => (suspendedAt ? `is suspended since ${timeText(suspendedAt)}.` : undefined),
    would: 'would be suspended, and logged out everywhere; its votes would stay',
    run: async ({ support }, change) =>
      (await support.suspend(change)) &&
      'is suspended: it is logged out everywhere, and can neither log in nor vote. Its votes stay. "laurel user restore" lifts it.',
  },
  {
    name: 'restore',
    description: 'lift a suspension',
    warning: [],
    refusal: ({ suspendedAt }) => (suspendedAt ? undefined : 'is not suspended.'),
    would: 'would be able to log in and vote again',
    run: async ({ support }, change) => (await support.restore(change)) && 'is restored: it can log in and vote again.',
  },
  {
    name: 'erase',
    description: 'erase a user’s personal data; the votes stay, without a link to the user',
    warning: [
      'Name, address, number, password, two-factor and history are erased for good. The votes stay and count, without a link to the person.',
      'Fingerprints of the address, the number and the social accounts stay, so that the person can’t vote again: they can’t be used for another account.',
    ],
    would: 'would be erased; its votes would stay',
    run: async ({ support }, change) => {
      const outcome = await support.erase(change);
      if (!outcome) return false;
      return outcome === 'deleted'
        ? 'is deleted: it had proven nothing, so it had no votes, and its address is free again.'
        : 'is erased. Its votes stay, cut off from the person.';
    },
  },
];

type ChangeOptions = Json & Who & Careful;

/** `laurel user unlock|reset-two-factor|sign-out|suspend|restore|erase WHO`. @throws MisuseError if not possible or not confirmed */
const changeUser = async (
  deps: UserDeps,
  laurel: Pick<Laurel, 'output' | 'ask' | 'config'>,
  { name, warning, refusal, would, run, who, ...options }: UserChange & ChangeOptions & { who: string },
): Promise<ExitCode> => {
  const { output } = laurel;
  const organiser = organiserOf(options, laurel.config());
  const account = await accountOf(deps, who);
  const { id } = account;
  if (account.erasedAt)
    throw new MisuseError(`Account ${id} was erased ${timeText(account.erasedAt)}. There is nothing left to change.`);
  const refused = refusal?.(account);
  if (refused !== undefined) throw new MisuseError(`Account ${id} ${refused} Nothing was changed.`);
  if (options.dryRun) {
    if (options.json) output.line(json({ id, action: name, done: false }));
    else output.line(`Account ${id} ${would}. Nothing was changed (--dry-run).`);
    return EXIT.ok;
  }
  if (warning.length > 0) await confirm(laurel, options, [...describe(account), ...warning]);
  const done = await run(deps, { id, organiser, now: deps.clock.now() });
  if (done === false)
    throw new MisuseError(`Account ${id} was changed meanwhile. Nothing was done: run "laurel user show" again.`);
  output.line(options.json ? json({ id, action: name, done: true }) : `Account ${id} ${done}`);
  return EXIT.ok;
};

/** `laurel user …`. */
export const registerUser = (laurel: Laurel): void => {
  const { program, output, config, withDeps } = laurel;
  const user = program.command('user').description('support for one user’s account');
  const WHO = 'the account’s id, its email address or its phone number';
  asJson(user.command('show').argument('<WHO>', WHO))
    .description('show verifications, sessions, locks and recent events')
    .action((who: string, options: Json) => withDeps((deps) => showUser(deps, output, { who, ...options })));
  for (const change of CHANGES) {
    const command = user.command(change.name).argument('<WHO>', WHO).description(change.description);
    asCareful(asOrganiser(asJson(command), { reason: 'required' })).action((who: string, options: ChangeOptions) => {
      organiserOf(options, config());
      return withDeps((deps) => changeUser(deps, laurel, { ...change, ...options, who }));
    });
  }
};
