import { createCipheriv, pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { Edition } from '@laurel/catalog/edition';
import type { Results } from '@laurel/contracts/console/calls/results';
import type { moveStage as moveCall, Row, Show, StageState } from '@laurel/contracts/console/calls/stage';
import { mayDo, type Role } from '@laurel/contracts/console/permissions';
import { IV_BYTES, revealedBy, STRETCH, typedCode, type Winners } from '@laurel/contracts/console/stage';
import { whenToTake } from '@laurel/contracts/console/taking-results';
import type { Organiser } from '@laurel/database/audit';
import type { Queryable } from '@laurel/database/queryable';
import type { z } from 'zod';
import { AppError } from '../../app-error.ts';
import { shared } from '../../concurrency/shared.ts';
import type { Keyring } from '../../crypto/keyring.ts';
import { categoriesIn, codeFrom, padded, rowsOf, sponsorsIn, winnersIn } from './policy.ts';
import { moveStage, planStage, readStage, restartStage, type Stage } from './store.ts';

type Deps = {
  db: Queryable;
  keyring: Keyring;
  edition(): Edition;
  /** The result as somebody reads it who sees every vote. */
  readResult(): Promise<Results>;
  /** Records that the codes were taken away. */
  recordCodes(actor: string, now: Date): Promise<void>;
  now(): Date;
};

type Person = { actor: string; role: Role };
type Move = z.output<typeof moveCall.body>;
/** The role by whose rules the result can be revealed. */
const REVEALS: Role = 'owner';
/** How long the show is shared among requests, milliseconds. */
const CACHE_MS = 1_000;
const KEY_BYTES = 32;

const stretch = promisify(pbkdf2);

/** Creates the service of the ceremony's show: one secret of each category, its code, opens its winner. */
export const createStage = ({ db, keyring, edition, readResult, recordCodes, now }: Deps) => {
  const keys = new Map<string, Buffer>();
  const sealedSlides = new Map<string, string>();

  const saltOf = ({ round }: Stage): string => `laurel stage ${edition().year} ${round}`;
  const codeOf = (salt: string, category: string): string => codeFrom(keyring.hmac('stage', `${salt} ${category}`));

  const seal = async (code: string, salt: string, winners: Winners): Promise<string> => {
    const plain = padded(winners);
    const known = sealedSlides.get(`${salt} ${plain}`);
    if (known !== undefined) return known;
    const key =
      keys.get(salt) ?? (await stretch(code, salt, STRETCH.iterations, KEY_BYTES, STRETCH.hash.replace('-', '')));
    keys.set(salt, key);
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    const sealed = Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64');
    sealedSlides.set(`${salt} ${plain}`, sealed);
    return sealed;
  };

  /** Why the winners can't be revealed now; undefined if they can. */
  const refusalOf = (result: Results): 'console.embargo' | 'console.no_result' | undefined => {
    if (whenToTake(REVEALS, result) === 'now') return undefined;
    return result.embargo ? 'console.embargo' : 'console.no_result';
  };

  const build = async () => {
    const [stage, result] = await Promise.all([readStage(db), readResult()]);
    const content = edition();
    const refusal = refusalOf(result);
    const salt = saltOf(stage);
    const outline = { categories: categoriesIn(content), sponsors: sponsorsIn(content) };
    const byCategory = new Map(result.categories.map((each) => [`${each.nomination}/${each.niche}`, each]));
    const secrets = outline.categories.map(({ category }) => [category, codeOf(salt, category)] as const);
    const codes = new Map(refusal ? [] : secrets);
    const winners = outline.categories.map((each) => winnersIn(each, byCategory.get(each.category)));
    const categories = await Promise.all(
      outline.categories.map(async (each, place) => {
        const [code, own] = [codes.get(each.category), winners[place]];
        return { ...each, sealed: code && own ? await seal(code, `${salt}/${each.category}`, own) : null };
      }),
    );
    const shown = { award: content.texts.name, salt, rows: rowsOf(stage.rows, outline), sponsors: outline.sponsors };
    // Keyed: a hash alone would say whether a guessed result is the right one.
    const stamp = keyring.hmac('stage', JSON.stringify([shown, outline, refusal ?? winners])).toString('base64url');
    return { refusal, codes, show: { stamp, ...shown, categories } satisfies Show };
  };
  const current = shared(build, CACHE_MS);

  const stateOf = async (stage: Stage): Promise<StageState> => {
    const { codes, show } = await current();
    const { version, slide, blank, since, revealed } = stage;
    const opened = revealed.flatMap((category) => {
      const code = codes.get(category);
      return code === undefined ? [] : [[category, code] as const];
    });
    const at = since?.toISOString() ?? null;
    return { version, slide, blank, since: at, codes: Object.fromEntries(opened), stamp: show.stamp };
  };

  /** The categories that a move reveals: those of its codes, and that of its slide. @throws AppError console.code_needed */
  const openedBy = async ({ role }: Person, { slide, codes: typed }: Move, { revealed }: Stage): Promise<string[]> => {
    const { codes } = await build();
    const closed = [...codes].filter(([category]) => !revealed.includes(category));
    const given = new Set(typed.map(typedCode));
    const target = revealedBy(slide);
    return closed.flatMap(([category, code]) => {
      if (given.has(code)) return [category];
      // The end of the show leaves nothing out.
      if (category !== target && !(slide === 'end' && mayDo(role, 'stage.reveal'))) return [];
      if (!mayDo(role, 'stage.reveal')) throw new AppError('console.code_needed');
      return [category];
    });
  };

  return {
    show: async (): Promise<Show> => (await build()).show,
    state: async (): Promise<StageState> => stateOf(await readStage(db)),
    /** Moves the show, if nobody did since the version that the person saw. @throws AppError console.changed */
    move: async (person: Person, move: Move): Promise<StageState> => {
      const stage = await readStage(db);
      const opened = stage.version === move.version ? await openedBy(person, move, stage) : [];
      if (!(await moveStage(db, { ...move, opened, actor: person.actor }, now())))
        throw new AppError('console.changed');
      return stateOf(await readStage(db));
    },
    plan: async ({ actor }: Person, { before, rows }: { before: Row[]; rows: Row[] }): Promise<void> => {
      const { categories, sponsors } = (await build()).show;
      const { rows: stored } = await readStage(db);
      const seen = JSON.stringify(rowsOf(stored, { categories, sponsors })) === JSON.stringify(before);
      if (!seen || !(await planStage(db, { before: stored, rows, actor }, now())))
        throw new AppError('console.changed');
    },
    /** Begins again. @throws AppError console.is_public if visitors see what was revealed */
    restart: async (organiser: Organiser): Promise<void> => {
      if (edition().announce && (await readResult()).phase === 'announced') throw new AppError('console.is_public');
      await restartStage(db, organiser, now());
    },
    /** The code of each winner. @throws AppError console.no_result, console.embargo */
    codes: async ({ actor }: Person): Promise<{ codes: Record<string, string> }> => {
      const { refusal, codes } = await build();
      if (refusal) throw new AppError(refusal);
      await recordCodes(actor, now());
      return { codes: Object.fromEntries(codes) };
    },
    logo: (file: string) => {
      const logo = edition().logos.find(({ publicName }) => publicName === file);
      if (!logo) throw new AppError('console.not_found');
      return { name: logo.publicName, type: logo.contentType, content: logo.body };
    },
  };
};
export type StageService = ReturnType<typeof createStage>;
