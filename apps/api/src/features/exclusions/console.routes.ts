import {
  answerObjection,
  applyExclusion,
  approveExclusion,
  exportExclusion,
  listConcerned,
  listExclusions,
  listObjections,
  previewExclusion,
  proposeExclusion,
  proposeUndo,
  readBallotNames,
  readExclusion,
  refuseExclusion,
  rehearseExclusion,
  undoExclusion,
} from '@laurel/contracts/console/calls/exclusions';
import { mayDo } from '@laurel/contracts/console/permissions';
import { isSamePerson } from '@laurel/contracts/console/same-person';
import type { Language } from '@laurel/contracts/languages';
import type { FastifyInstance } from 'fastify';
import { ok } from '../../http/call.ts';
import { DONE, serveConsoleCall } from '../../http/console-call.ts';
import type { TeamMember } from '../../http/console-gate.ts';
import { concernedOf, csvOf, failureOf, objectionOf, previewAnswer, summaryOf } from './answers.policy.ts';
import type { Objections } from './objections.service.ts';
import { openUndo, validUntil } from './policy.ts';
import { describedSelection, namesIn, selectionOf, withoutValues } from './selection.policy.ts';
import type { Exclusions, Viewer } from './service.ts';

type Title = Record<Language, string>;

type Deps = {
  exclusions: Exclusions;
  objections: Objections;
  now(): Date;
  /** The titles of the edition by name: nomination/category, and nomination/category/nominee. */
  ballotTitles(): { categories: ReadonlyMap<string, Title>; nominees: ReadonlyMap<string, Title> };
};

/** The most bytes of a selection: it may have 100,000 ids. */
export const SELECTION_BYTES = 5 * 1024 * 1024;

/** Throws refusals of the service as failures of the contract. */
const refusing = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw failureOf(error);
  }
};

const viewerOf = ({ actor, role }: TeamMember): Viewer => ({
  organiser: { actor, reason: null },
  knowsPeople: mayDo(role, 'exclusions.people'),
});

const registerReading = (app: FastifyInstance, { exclusions, now, ballotTitles }: Deps): void => {
  serveConsoleCall(app, listExclusions, async ({ query }) => {
    const rows = await exclusions.list(query);
    const next = rows.length < query.limit ? null : (rows.at(-1)?.id ?? null);
    return { exclusions: rows.map((each) => summaryOf(each, now())), next };
  });
  serveConsoleCall(app, readBallotNames, async () => {
    const titles = ballotTitles();
    const rows = await exclusions.ballot();
    const titleOf = (of: ReadonlyMap<string, Title>, name: string, tag: string): Title =>
      of.get(name) ?? { en: tag, uk: tag };
    const categories = new Map(
      rows.map(({ nomination, niche }) => {
        const name = `${nomination}/${niche}`;
        return [name, { name, title: titleOf(titles.categories, name, name) }];
      }),
    );
    const nominees = rows.map(({ nomination, niche, company, withdrawn }) => {
      const name = `${nomination}/${niche}/${company}`;
      return { name, title: titleOf(titles.nominees, name, company), withdrawn };
    });
    return { categories: [...categories.values()], nominees };
  });
  serveConsoleCall(app, readExclusion, async ({ params }, person) => {
    const exclusion = await refusing(exclusions.find(params.id));
    const shown = await exclusions.shows(exclusion, viewerOf(person));
    const selection = describedSelection(exclusion.selection, namesIn(await exclusions.ballot()));
    return {
      ...summaryOf(exclusion, now()),
      evidence: exclusion.evidence,
      selection: shown ? selection : withoutValues(selection),
      own: isSamePerson(person.actor, openUndo(exclusion, now())?.by ?? exclusion.proposedBy),
      validUntil: validUntil(exclusion, now())?.toISOString() ?? null,
      objections: exclusion.objections,
    };
  });
  serveConsoleCall(app, previewExclusion, async ({ params }, person) =>
    previewAnswer(await refusing(exclusions.preview(params.id, viewerOf(person)))),
  );
};

const registerPeople = (app: FastifyInstance, { exclusions, objections }: Deps): void => {
  serveConsoleCall(app, listConcerned, async ({ params, query }) => {
    const { people, next } = await refusing(exclusions.concerned(params.id, query));
    return { people: people.map(concernedOf), next };
  });
  serveConsoleCall(app, exportExclusion, async ({ params, body }, person) => {
    const votes = await refusing(exclusions.exportVotes(params.id, { actor: person.actor, reason: body.reason }));
    return ok({ file: `exclusion-${params.id}.csv`, csv: await csvOf(votes) });
  });
  serveConsoleCall(app, listObjections, async ({ params, query }) => {
    await refusing(exclusions.find(params.id));
    const page = await objections.list(params.id, query);
    return { objections: page.objections.map(objectionOf), next: page.next };
  });
  serveConsoleCall(app, answerObjection, async ({ params, body }, person) => {
    await objections.answer(params.id, body.answer, { actor: person.actor, reason: body.reason });
    return DONE;
  });
};

/** Exclusions in the console: lists, previews, proposals and their steps, and objections of the people concerned. */
export const registerExclusionConsoleRoutes = (app: FastifyInstance, deps: Deps): void => {
  const { exclusions } = deps;
  registerReading(app, deps);
  registerPeople(app, deps);
  serveConsoleCall(
    app,
    rehearseExclusion,
    async ({ body }, person) => {
      const selection = selectionOf(body.selection, namesIn(await exclusions.ballot()));
      const preview = await refusing(exclusions.rehearse(selection, { actor: person.actor, reason: null }));
      const { votes } = preview.exclusion;
      return ok({
        ...previewAnswer(preview),
        sample: preview.sample.map(concernedOf),
        moreThanHalf: votes * 2 > preview.cast,
      });
    },
    { bodyLimit: SELECTION_BYTES },
  );
  serveConsoleCall(
    app,
    proposeExclusion,
    async ({ body }, person) => {
      const { publicReason, reason, evidence, moreThanHalf = false } = body;
      const selection = selectionOf(body.selection, namesIn(await exclusions.ballot()));
      const organiser = { actor: person.actor, reason };
      const draft = { selection, publicReason, evidence: evidence || null, organiser, moreThanHalf };
      const { exclusion } = await refusing(exclusions.propose(draft));
      return ok({ id: exclusion.id });
    },
    { bodyLimit: SELECTION_BYTES },
  );
  for (const [call, step] of [
    [approveExclusion, 'approve'],
    [refuseExclusion, 'refuse'],
    [applyExclusion, 'apply'],
    [proposeUndo, 'propose-undo'],
    [undoExclusion, 'undo'],
  ] as const) {
    serveConsoleCall(app, call, async ({ params, body }, person) => {
      await refusing(exclusions.take(params.id, step, { actor: person.actor, reason: body.reason }));
      return DONE;
    });
  }
};
