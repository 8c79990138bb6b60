import { imageTypeOf } from '@laurel/catalog/images';
import { LISTED_MAX } from '@laurel/contracts/console/calls/edition';
import * as calls from '@laurel/contracts/console/calls/editor';
import { previewMail } from '@laurel/contracts/console/calls/mails';
import type { VoterMail } from '@laurel/contracts/console/voter-mails';
import type { Language } from '@laurel/contracts/languages';
import type { FastifyInstance } from 'fastify';
import { ok } from '../../http/call.ts';
import { serveConsoleCall } from '../../http/console-call.ts';
import { serveDownload, serveUpload } from '../../http/console-files.ts';
import type { DraftMail } from '../../jobs/port.ts';
import { editorsTo } from './editor.policy.ts';
import type { Editor } from './editor.service.ts';
import type { Editors } from './editor.store.ts';

/** The bytes of a call with edits: 500 of them with long texts. */
const EDITS_BYTES = 2 * 1024 * 1024;

/** A mail in a frame of the console: alone in its origin, without scripts, and it loads nothing. */
const FRAMED = {
  'content-disposition': 'inline',
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
};

type Deps = {
  editor: Editor;
  draftMail(draft: number, mail: VoterMail): Promise<DraftMail>;
  /** A mail of a draft, with samples, as a page. */
  mailPage(mail: DraftMail, language: Language): string;
  now(): Date;
};

/** The editor of drafts: their fields, nominees from tables, pictures, and mails. */
export const registerEditorRoutes = (app: FastifyInstance, { editor, draftMail, mailPage, now }: Deps): void => {
  const stateTo = ({ revision, editors }: { revision: number; editors: Editors }, actor: string) => ({
    revision,
    editors: editorsTo(editors, actor, now()),
  });
  serveConsoleCall(app, calls.readFields, async ({ params: { id } }, { actor }) => {
    const { fields, problems, warnings, name, publishedAs, published, ...state } = await editor.read(id);
    return {
      ...stateTo(state, actor),
      ...{ id, name, publishedAs, published },
      ...fields,
      problems: problems.slice(0, LISTED_MAX),
      problemsTotal: problems.length,
      warnings: warnings.slice(0, LISTED_MAX),
    };
  });
  serveConsoleCall(app, calls.readLiveFields, ({ params: { id } }) => editor.live(id));
  serveConsoleCall(
    app,
    calls.editDraft,
    async ({ params, body }, { actor }) => {
      const { conflicts, ...state } = await editor.edit(params.id, body.edits, { actor, field: body.at });
      return ok({
        ...stateTo(state, actor),
        conflicts: [...conflicts],
      });
    },
    { bodyLimit: EDITS_BYTES },
  );
  serveConsoleCall(app, calls.nameDraft, async ({ params, body }, { actor }) => {
    const name = body.name === '' ? null : body.name;
    await editor.name(params.id, name, actor);
    return ok({ name });
  });
  serveUpload(app, calls.uploadPicture, async ({ content }, { actor }, { params, query }) => {
    const { nominee, use, name } = query;
    const at = { actor, field: nominee };
    const { picture, ...state } = await editor.setPicture(params.id, { nominee, use, name, content }, at);
    return ok({ ...stateTo(state, actor), file: picture.file, notes: [...picture.notes] });
  });
  serveConsoleCall(app, calls.matchPictures, async ({ params, body }) => {
    const { matches, ambiguous, filesLeft, keysLeft } = await editor.match(params.id, body.files, body.within);
    return ok({
      matches: matches.map(({ file, key, score }) => ({ file, nominee: key, score })),
      ambiguous: ambiguous.map(({ file, keys }) => ({ file, nominees: [...keys] })),
      filesLeft: [...filesLeft],
      nomineesLeft: [...keysLeft],
    });
  });
  serveUpload(app, calls.uploadTable, async ({ content }, { actor }, { params, query }) => {
    const { name, within, apply } = query;
    const change = {
      content,
      name,
      within,
      apply: apply === 'true',
      columns: query.columns?.map((field) => field || undefined),
    };
    const { table, ...state } = await editor.useTable(params.id, change, { actor, field: null });
    return ok({
      ...stateTo(state, actor),
      ...table,
      header: [...table.header],
      sample: table.sample.map((row) => [...row]),
      columns: table.columns.map((column) => column ?? null),
      places: [...table.places],
      wanted: [...table.wanted],
      problems: table.problems
        .slice(0, LISTED_MAX)
        .map(({ column, ...problem }) => ({ ...problem, file: name, column: 1, field: column })),
    });
  });
  serveDownload(app, calls.downloadTable, async ({ params, query }) => ({
    name: `${query.content}-draft-${params.id}.${query.format}`,
    content: await editor.table(params.id, query.content, query.format, query.language),
  }));
  serveDownload(
    app,
    previewMail,
    async ({ params: { id, mail }, query: { language } }) => ({
      name: `${mail}.html`,
      content: Buffer.from(mailPage(await draftMail(id, mail), language)),
    }),
    FRAMED,
  );
  serveDownload(app, calls.readPicture, async ({ params: { id, folder, file } }) => ({
    name: file.replaceAll(/[^\w.-]/g, '_'),
    type: imageTypeOf(file) ?? 'application/octet-stream',
    content: await editor.picture(id, `${folder}/${file}`),
  }));
};
