import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { crossCheck, outlineOf } from './cross-checks.ts';
import type { Edition } from './edition.ts';
import { type EditionFiles, filesIn, filesOf, recorded } from './edition-files.ts';
import { type EditionFile, editionFileSchema } from './edition-schema.ts';
import { type ImageFile, type ImageFolder, imagesIn, readImage } from './images.ts';
import { keyProblems } from './keys.ts';
import { nominationFileSchema } from './nomination-schema.ts';
import { byPlace, capped, EditionError, ofFile, type Problem, violation } from './problem.ts';
import { type IsDrawable, warningsOf } from './warnings.ts';
import { halfCharacters, readBySchema, readYaml, type YamlSource } from './yaml-source.ts';

export interface LoadOptions {
  /** Whether the edition was published before: a rule that a later release added must not take its site down. */
  readonly published?: boolean;
  /** By default, all texts can be shown. */
  readonly isDrawable?: IsDrawable;
}

/** The most octets of all nominations' files together: about sixty times those of the demo edition. */
const MAX_NOMINATIONS_BYTES = 4 * 1024 * 1024;

/** Collects problems, so that an organiser sees all of them at once. */
class Reader {
  readonly problems: Problem[] = [];
  readonly #files: EditionFiles;
  readonly #published: boolean;
  /** The files that could be parsed. */
  readonly sources: YamlSource[] = [];

  constructor(files: EditionFiles, published: boolean) {
    this.#files = files;
    this.#published = published;
  }

  #parse(file: string, bytes: Buffer | undefined): YamlSource | undefined {
    const read = bytes === undefined ? [ofFile(file, violation('missing'))] : readYaml(file, bytes);
    if (!('data' in read)) {
      this.problems.push(...read);
      return undefined;
    }
    if (!this.#published) this.problems.push(...halfCharacters(read));
    this.sources.push(read);
    return read;
  }

  async edition(): Promise<EditionFile | undefined> {
    const source = this.#parse('edition.yaml', await this.#files.read('edition.yaml'));
    const edition = source && this.#take(readBySchema(source, editionFileSchema));
    if (source && edition && !this.#published) this.problems.push(...(await keyProblems(source, edition)));
    return edition;
  }

  nomination(source: YamlSource) {
    return this.#take(readBySchema(source, nominationFileSchema));
  }

  /**
   * The nominations' files by name; none if they are too large together. Any other file is rejected as a likely misnamed
   * nomination. After each file, other work of the process gets a turn.
   */
  async nominationSources(): Promise<YamlSource[]> {
    const names = await this.#files.list('nominations');
    const visible = names.filter((name) => !name.startsWith('.')).sort();
    const sources: YamlSource[] = [];
    let bytes = 0;
    for (const name of visible) {
      const file = `nominations/${name}`;
      if (!name.endsWith('.yaml')) {
        this.problems.push(ofFile(file, violation('yamlOnly')));
        continue;
      }
      const content = await this.#files.read(file);
      bytes += content?.length ?? 0;
      if (bytes > MAX_NOMINATIONS_BYTES && !this.#published) {
        this.problems.push(ofFile('nominations', violation('largeTogether', { size: '4 MB' })));
        return [];
      }
      const source = this.#parse(file, content);
      if (source !== undefined) sources.push(source);
      await yieldToOthers();
    }
    if (visible.length === 0) this.problems.push(ofFile('nominations', violation('oneNomination')));
    return sources;
  }

  /** Reads each image of a folder once and reports every line with a missing one. */
  async images(folder: ImageFolder): Promise<Map<string, ImageFile>> {
    const read = new Map<string, Awaited<ReturnType<typeof readImage>>>();
    const named = this.sources.flatMap((source) => imagesIn(source.data).map((place) => ({ source, ...place })));
    for (const { source, path, name } of named.filter((place) => place.folder === folder)) {
      if (!read.has(name)) {
        const image = await readImage(this.#files, folder, name, this.#published);
        read.set(name, image);
        if (image !== undefined && 'length' in image) this.problems.push(...image);
      }
      if (read.get(name) === undefined)
        this.problems.push(source.problemAt(path, violation('noFile', { file: `${folder}/${name}` })));
    }
    return new Map([...read].flatMap(([name, image]) => (image && 'hash' in image ? [[name, image] as const] : [])));
  }

  #take<T>(read: { data: T } | { problems: Problem[] }): T | undefined {
    if ('data' in read) return read.data;
    this.problems.push(...read.problems);
    return undefined;
  }
}

const publicName = (images: ReadonlyMap<string, ImageFile>, name: string): string => images.get(name)?.publicName ?? '';

const freeze = <T>(value: T): T => {
  // Typed arrays cannot be frozen.
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freeze(part);
  }
  return value;
};

/** The outcome of reading files: an edition, or its problems. */
export interface Inspection {
  /** Undefined if there are problems. */
  readonly edition: Edition | undefined;
  readonly problems: readonly Problem[];
  /** What an organiser should see, although it is no problem. */
  readonly warnings: readonly Problem[];
}

const read = async (files: EditionFiles, options: LoadOptions): Promise<Inspection> => {
  const reader = new Reader(files, options.published ?? false);
  const file = await reader.edition();
  const sources = await reader.nominationSources();
  const nominations: NonNullable<ReturnType<typeof reader.nomination>>[] = [];
  for (const source of sources) {
    const nomination = reader.nomination(source);
    if (nomination !== undefined) nominations.push(nomination);
    await yieldToOthers();
  }
  const outlines = sources.map(outlineOf);
  const logos = await reader.images('logos');
  const pictures = await reader.images('pictures');
  const problems = capped([...reader.problems, ...crossCheck(outlines)].sort(byPlace));
  const warnings = options.published ? [] : capped(warningsOf(outlines, options.isDrawable).sort(byPlace));
  if (file === undefined || problems.length > 0) return { edition: undefined, problems, warnings };
  const { look } = file;
  const withNames = (sponsors: EditionFile['sponsors']) =>
    sponsors?.map((each) => ({ ...each, logo: publicName(logos, each.logo) }));
  const edition: Edition = {
    ...file,
    look: look && { ...look, logo: look.logo && publicName(logos, look.logo) },
    sponsors: withNames(file.sponsors),
    nominations: nominations
      .sort((a, b) => a.order - b.order)
      .map(({ order: _order, ...nomination }) => ({
        ...nomination,
        categories: nomination.categories.map((category) => ({
          ...category,
          sponsors: withNames(category.sponsors),
          companies: category.companies.map((company) => ({
            ...company,
            logo: publicName(logos, company.logo),
            picture: company.picture && { ...company.picture, file: publicName(pictures, company.picture.file) },
          })),
        })),
      })),
    logos: [...logos.values()],
    pictures: [...pictures.values()],
  };
  return { edition: freeze(edition), problems, warnings };
};

/**
 * Reads an edition: edition.yaml, nominations/*.yaml, logos/ and pictures/. The result is validated, sanitised and frozen.
 * @param from a directory or another source of files
 * @throws EditionError with all problems by file, line and field
 */
export const loadEdition = async (from: string | EditionFiles, options: LoadOptions = {}): Promise<Edition> => {
  const { edition, problems } = await read(typeof from === 'string' ? filesIn(from) : from, options);
  if (edition === undefined) throw new EditionError(problems);
  return edition;
};

/** Reads an edition that was published before, from its stored files. Throws like `loadEdition`. */
export const loadPublishedEdition = (files: ReadonlyMap<string, Buffer>): Promise<Edition> =>
  loadEdition(filesOf(files), { published: true });

/** Reads the edition in a directory and also returns its files. Throws like `loadEdition`. */
export const loadEditionWithFiles = async (
  directory: string,
): Promise<{ edition: Edition; files: ReadonlyMap<string, Buffer> }> => {
  const files = recorded(filesIn(directory));
  return { edition: await loadEdition(files), files: files.contents };
};

/** Reads an edition with all its problems and warnings, without throwing. */
export const inspectEdition = (from: string | EditionFiles, options: LoadOptions = {}): Promise<Inspection> =>
  read(typeof from === 'string' ? filesIn(from) : from, options);

/** All problems of the edition in a directory; empty if `loadEdition` accepts it. */
export const checkEdition = async (directory: string): Promise<readonly Problem[]> =>
  (await inspectEdition(directory)).problems;
