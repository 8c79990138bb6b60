import { publicReasonSchema } from '@laurel/contracts/console/calls/exclusions';
import { namesPerson } from '@laurel/contracts/console/names-person';
import { inEachLanguage } from '@laurel/contracts/languages';
import { InvalidArgumentError } from 'commander';
import type { Deps } from '../deps.ts';
import type { HeldVote } from '../features/exclusions/held.store.ts';
import { ExclusionRefusedError, type Step } from '../features/exclusions/refusal.policy.ts';
import { namesIn, namesPeople } from '../features/exclusions/selection.policy.ts';
import type { Draft } from '../features/exclusions/service.ts';
import { asCareful, asOrganiser, type Careful, confirm, organiserOf, type Who } from './change.ts';
import { csvLine } from './csv.ts';
import { asSelection, namedBy, type SelectionOptions, selectionBy } from './exclusion-selection.ts';
import { exclusionTexts, listTexts, previewTexts, refusalText } from './exclusion-texts.ts';
import { asJson, type Json, type Laurel } from './laurel.ts';
import { EXIT, type ExitCode, json, MisuseError, type Output } from './output.ts';

type ExclusionDeps = Pick<Deps, 'exclusions' | 'clock'>;
type Desk = Pick<Laurel, 'output' | 'ask' | 'config'>;

/** Reports a step that is not possible as misuse: nothing was changed. */
const refusing = async (work: () => Promise<ExitCode>): Promise<ExitCode> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ExclusionRefusedError) throw new MisuseError(refusalText(error.refusal));
    throw error;
  }
};

/** How many exclusions a list shows: the newest ones. */
const MOST = 1_000;

type Reasons = { publicReason: string; publicReasonUk: string; evidence?: string };

/** Returns a text that names no person. @throws MisuseError if it seems to name one */
const impersonal = (text: string, option: string): string => {
  if (!namesPerson(text)) return text;
  throw new MisuseError(`${option} seems to hold an address, a user name or a phone number. Name no person.`);
};

const publicReasonOf = ({ publicReason: en, publicReasonUk: uk }: Reasons): Draft['publicReason'] => {
  impersonal(en, '--public-reason');
  impersonal(uk, '--public-reason-uk');
  const parsed = publicReasonSchema.safeParse({ ...inEachLanguage(() => en), uk });
  if (!parsed.success) throw new MisuseError('--public-reason and --public-reason-uk: write 1 to 500 characters each.');
  return parsed.data;
};

type ProposeOptions = SelectionOptions & Reasons & Who & Json & { dryRun: boolean; moreThanHalf: boolean };

/** `laurel exclusions propose`: stores a selection of votes, and shows what excluding them would change. */
const propose = async (deps: ExclusionDeps, { output, config }: Desk, options: ProposeOptions): Promise<ExitCode> => {
  const draft: Draft = {
    selection: selectionBy(await namedBy(options), namesIn(await deps.exclusions.ballot())),
    publicReason: publicReasonOf(options),
    evidence: options.evidence === undefined ? null : impersonal(options.evidence, '--evidence'),
    organiser: organiserOf(options, config()),
    moreThanHalf: options.moreThanHalf,
  };
  if (options.dryRun && namesPeople(draft.selection)) {
    const text =
      'Nothing was proposed (--dry-run). "laurel exclusions preview" shows how accounts voted, and records who asked.';
    output.line(options.json ? json({ done: false }) : text);
    return EXIT.ok;
  }
  const preview = await (options.dryRun
    ? deps.exclusions.rehearse(draft.selection, draft.organiser)
    : deps.exclusions.propose(draft));
  if (options.json) output.line(json({ ...preview, done: !options.dryRun }));
  else {
    for (const line of previewTexts(preview, deps.clock.now())) output.line(line);
    output.line('');
    output.line(
      options.dryRun
        ? 'Nothing was proposed (--dry-run).'
        : `Proposed as exclusion ${preview.exclusion.id}. No count has changed. Next: laurel exclusions ${
            preview.exclusion.approvals > 1 ? 'approve' : 'apply'
          } ${preview.exclusion.id}`,
    );
  }
  return EXIT.ok;
};

/** `laurel exclusions preview`: shows what excluding votes would change, and stores no exclusion. */
const rehearse = async (
  { exclusions, clock }: ExclusionDeps,
  { output, config }: Desk,
  options: SelectionOptions & Json & Who,
): Promise<ExitCode> => {
  const selection = selectionBy(await namedBy(options), namesIn(await exclusions.ballot()));
  const preview = await exclusions.rehearse(selection, organiserOf(options, config()));
  if (options.json) output.line(json(preview));
  else for (const line of previewTexts(preview, clock.now())) output.line(line);
  return EXIT.ok;
};

const DONE: Record<Step, string> = {
  approve: 'is approved. It can be applied for 24 hours.',
  refuse: 'is refused. No count has changed.',
  apply: 'is applied. Its votes stay stored and are not counted. Statistics follow within seconds.',
  'propose-undo': 'stays applied. Somebody else must undo it, with the same command, within 24 hours.',
  undo: 'is undone. Its votes count again. Statistics follow within seconds.',
};
const DESCRIPTIONS = {
  approve: 'approve a proposal as a second person',
  refuse: 'refuse a proposal as a second person',
  apply: 'leave the votes of a proposal out of the count',
  undo: 'count the votes of an applied exclusion again; with two approvals the first person proposes it',
} as const;

type StepOptions = Json & Who & Careful;

/** `laurel exclusions approve|refuse|apply|undo ID`. @throws MisuseError if it is not possible or not confirmed */
const takeStep = async (
  { exclusions, clock }: ExclusionDeps,
  desk: Desk,
  { id, step: asked, ...options }: StepOptions & { id: number; step: keyof typeof DESCRIPTIONS },
): Promise<ExitCode> => {
  const { output } = desk;
  const organiser = organiserOf(options, desk.config());
  const viewer = { organiser, knowsPeople: true };
  const refusal = await exclusions.refusal(id, asked, organiser.actor);
  // The first of two people proposes the undo.
  const step: Step = asked === 'undo' && refusal?.why === 'approval' ? 'propose-undo' : asked;
  if (refusal !== undefined && step === asked) throw new MisuseError(`${refusalText(refusal)} Nothing was changed.`);
  if (options.dryRun) {
    const preview = await exclusions.preview(id, viewer);
    if (options.json) output.line(json({ id, step, done: false, ...preview }));
    else
      for (const line of [...exclusionTexts(preview, clock.now()), '', 'Nothing was changed (--dry-run).'])
        output.line(line);
    return EXIT.ok;
  }
  // A preview reads every vote of the exclusion, so it is made only if a confirmation is asked for.
  if (step !== 'refuse' && !options.yes) {
    await confirm(desk, options, exclusionTexts(await exclusions.preview(id, viewer), clock.now()));
  }
  await exclusions.take(id, step, organiser);
  output.line(options.json ? json({ id, step, done: true }) : `Exclusion ${id} ${DONE[step]}`);
  return EXIT.ok;
};

type ExportOptions = Json & Who & { dryRun: boolean };

type HeldVotes = AsyncIterable<readonly HeldVote[]>;

const writeCsv = async (parts: HeldVotes, { write }: Output): Promise<void> => {
  await write(csvLine(['voter_id', 'nomination', 'niche', 'company']));
  for await (const votes of parts) {
    const lines = votes.map(({ voterId, nomination, niche, company }) =>
      csvLine([voterId, nomination, niche, company]),
    );
    await write(lines.join(''));
  }
};

const writeJson = async (parts: HeldVotes, { write }: Output): Promise<void> => {
  let between = '';
  await write('[\n');
  for await (const votes of parts) {
    if (votes.length === 0) continue;
    await write(between + votes.map((vote) => JSON.stringify(vote)).join(',\n'));
    between = ',\n';
  }
  await write('\n]\n');
};

/** `laurel exclusions export ID`. The audit log has an entry before the first vote is written out. */
const exportVotes = async (
  { exclusions }: ExclusionDeps,
  { output, config }: Desk,
  id: number,
  options: ExportOptions,
): Promise<ExitCode> => {
  const organiser = organiserOf(options, config());
  if (options.dryRun) {
    const { votes } = await exclusions.exportable(id);
    const text = `Would write ${votes} votes. Nothing was written, here or in the audit log (--dry-run).`;
    output.line(options.json ? json({ id, votes, done: false }) : text);
    return EXIT.ok;
  }
  const parts = await exclusions.exportVotes(id, organiser);
  if (options.json) await writeJson(parts, output);
  else await writeCsv(parts, output);
  return EXIT.ok;
};

const idOf = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new InvalidArgumentError('It must be the number that "laurel exclusions list" shows.');
  return Number(text);
};

/** `laurel exclusions list|show|preview|propose|approve|refuse|apply|undo|export`. */
export const registerExclusions = (laurel: Laurel): void => {
  const { program, output, config, withDeps } = laurel;
  const family = program
    .command('exclusions')
    .description('leave votes out of the count, with a reason, a preview and an undo');
  const withExclusions = (work: (deps: ExclusionDeps) => Promise<ExitCode>) =>
    withDeps((deps) => refusing(() => work(deps)));

  asJson(family.command('list'))
    .description('list all exclusions, the newest first')
    .action(({ json: inJson }: Json) =>
      withExclusions(async ({ exclusions, clock }) => {
        const all = await exclusions.list({ limit: MOST });
        if (inJson) output.line(json(all));
        else if (all.length === 0) output.line('No votes are excluded or proposed for it.');
        else for (const line of listTexts(all, clock.now())) output.line(line);
        return EXIT.ok;
      }),
    );

  asJson(family.command('show').argument('<ID>', 'the exclusion', idOf))
    .description('show an exclusion and what its next step would change')
    .action((id: number, { json: inJson }: Json) =>
      withExclusions(async ({ exclusions, clock }) => {
        const preview = await exclusions.preview(id, { organiser: organiserOf({}, config()), knowsPeople: true });
        if (inJson) output.line(json(preview));
        else for (const line of exclusionTexts(preview, clock.now())) output.line(line);
        return EXIT.ok;
      }),
    );

  asSelection(asOrganiser(asJson(family.command('preview')), { reason: 'optional' }))
    .description('show what excluding the selected votes would change; stores no exclusion, and records who looked')
    .action((options: SelectionOptions & Json & Who) => {
      organiserOf(options, config());
      return withExclusions((deps) => rehearse(deps, laurel, options));
    });

  asSelection(asOrganiser(asJson(family.command('propose')), { reason: 'required' }))
    .description('select votes and show what excluding them would change; changes no count')
    .requiredOption('--public-reason <TEXT>', 'the reason for the public, in English')
    .requiredOption('--public-reason-uk <TEXT>', 'the reason for the public, in Ukrainian')
    .option('--evidence <TEXT>', 'what the selection is based on, for the organisers')
    .option('--more-than-half', 'confirm a selection that matches more than half of all votes', false)
    .option('--dry-run', 'show the preview, and store nothing', false)
    .action((options: ProposeOptions) => {
      publicReasonOf(options);
      organiserOf(options, config());
      return withExclusions((deps) => propose(deps, laurel, options));
    });

  for (const step of ['approve', 'refuse', 'apply', 'undo'] as const) {
    const command = family.command(step).argument('<ID>', 'the exclusion', idOf).description(DESCRIPTIONS[step]);
    asCareful(asOrganiser(asJson(command), { reason: 'required' })).action((id: number, options: StepOptions) => {
      organiserOf(options, config());
      return withExclusions((deps) => takeStep(deps, laurel, { ...options, id, step }));
    });
  }

  asOrganiser(asJson(family.command('export').argument('<ID>', 'the exclusion', idOf)), { reason: 'required' })
    .description('write the votes that an exclusion holds as CSV: voter id, category and nominee')
    .option('--dry-run', 'say how many there are, and write none', false)
    .action((id: number, options: ExportOptions) => {
      organiserOf(options, config());
      return withExclusions((deps) => exportVotes(deps, laurel, id, options));
    });
};
