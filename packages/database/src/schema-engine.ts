import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  type ColumnType,
  ColumnTypeEnum,
  DriverAdapterError,
  isDriverAdapterError,
  type ResultValue,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { inUtc } from './client.ts';
import { defaultSchemaEngineFile } from './paths.ts';

export type SchemaEngine = bindings.SchemaEngine;

/** Nothing in the database is managed by somebody else's tables in our schema. */
export const NO_FILTERS = { externalTables: [], externalEnums: [] };

/** Node has it, and the types of Node leave it out. */
declare const WebAssembly: {
  instantiate(
    source: Uint8Array,
    imports: Record<string, object>,
  ): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

/** The types of PostgreSQL's catalog, by their oids there, as Prisma names them. */
const CATALOG_TYPES = new Map<number, ColumnType>([
  [pg.types.builtins.BOOL, ColumnTypeEnum.Boolean],
  [pg.types.builtins.CHAR, ColumnTypeEnum.Character],
  [19, ColumnTypeEnum.Text], // name
  [pg.types.builtins.INT2, ColumnTypeEnum.Int32],
  [pg.types.builtins.INT4, ColumnTypeEnum.Int32],
  [pg.types.builtins.OID, ColumnTypeEnum.Int64],
  [pg.types.builtins.TEXT, ColumnTypeEnum.Text],
]);

/** Reads from the catalog, whose one-byte type "char" Prisma's adapter does not know. */
const readCatalog = async (pool: pg.Pool, { sql, args }: SqlQuery): Promise<SqlResultSet> => {
  const { fields, rows } = await pool.query<ResultValue[]>({ text: sql, values: args, rowMode: 'array' });
  const columnTypes = fields.map(({ name, dataTypeID }) => {
    const type = CATALOG_TYPES.get(dataTypeID);
    if (type === undefined) throw new Error(`the catalog's column ${name} is of an unknown type, ${dataTypeID}`);
    return type;
  });
  return { columnNames: fields.map(({ name }) => name), columnTypes, rows };
};

/**
 * Prisma's adapter, with two things set right that the schema engine needs. Scripts are run as a whole: it cuts them at
 * each semicolon, those inside functions included; sent as one simple query a script arrives unharmed, and PostgreSQL
 * makes it one transaction. And the catalog can be read.
 */
const mendAdapter = (adapter: SqlDriverAdapter, pool: pg.Pool): SqlDriverAdapter => {
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (query) => {
    try {
      return await queryRaw(query);
    } catch (error) {
      if (!isDriverAdapterError(error) || error.cause.kind !== 'UnsupportedNativeDataType') throw error;
      return readCatalog(pool, query);
    }
  };
  adapter.executeScript = async (script) => {
    try {
      await pool.query(script);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      // The engine passes on what it is told in its own form, and only that.
      const { code = '', severity = '', message, detail, column, hint } = error;
      throw new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint });
    }
  };
  return adapter;
};

type AdapterFactory = { factory: SqlMigrationAwareDriverAdapterFactory; close(): Promise<void> };

const openPool = (url: string): pg.Pool =>
  new pg.Pool({ connectionString: inUtc(url), max: 1, connectionTimeoutMillis: 10_000 });

const createAdapterFactory = (url: string): AdapterFactory => {
  const pool = openPool(url);
  const prismaPg = new PrismaPg(pool);
  /** A database for the moment. Prisma's own way connects to the given one instead, where that is given as a URL. */
  const connectToShadowDb = async (): Promise<SqlDriverAdapter> => {
    const name = `laurel_shadow_${randomBytes(8).toString('hex')}`;
    await pool.query(`CREATE DATABASE ${name}`);
    const shadowUrl = new URL(url);
    shadowUrl.pathname = `/${name}`;
    const shadowPool = openPool(shadowUrl.href);
    const adapter = mendAdapter(await new PrismaPg(shadowPool).connect(), shadowPool);
    adapter.dispose = async () => {
      await shadowPool.end();
      await pool.query(`DROP DATABASE ${name}`);
    };
    return adapter;
  };
  return {
    factory: {
      provider: prismaPg.provider,
      adapterName: prismaPg.adapterName,
      connect: async () => mendAdapter(await prismaPg.connect(), pool),
      connectToShadowDb,
    },
    close: () => pool.end(),
  };
};

let loaded: Promise<void> | undefined;

/**
 * What the engine calls in JavaScript. It times its lock out after ten seconds and never clears the timer: unreferenced,
 * a command that is done doesn't wait for it.
 */
const importsOf = (module: object): object =>
  Object.fromEntries(
    Object.entries(module).map(([name, value]: [string, unknown]) => {
      if (!name.startsWith('__wbg_setTimeout_') || typeof value !== 'function') return [name, value];
      const setUnreferenced = (...args: unknown[]): unknown => {
        const timer: unknown = value(...args);
        if (timer instanceof Object && 'unref' in timer && typeof timer.unref === 'function') timer.unref();
        return timer;
      };
      return [name, setUnreferenced];
    }),
  );

const load = async (file: string): Promise<void> => {
  const imports = { './schema_engine_bg.js': importsOf(bindings) };
  const { instance } = await WebAssembly.instantiate(await readFile(file), imports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start !== 'function') throw new Error(`${file} is not Prisma's schema engine`);
  bindings.__wbg_set_wasm(instance.exports);
  start();
};

/**
 * Hands `work` Prisma's schema engine, connected to `url`. It is the WebAssembly build from npm: the native one would be
 * downloaded from Prisma's own site.
 * @param file schema_engine_bg.wasm; found beside its package by default
 */
export const withSchemaEngine = async <T>(
  url: string,
  work: (engine: SchemaEngine) => Promise<T>,
  file: string = defaultSchemaEngineFile(),
): Promise<T> => {
  loaded ??= load(file);
  await loaded;
  const { factory, close } = createAdapterFactory(url);
  try {
    const engine = await bindings.SchemaEngine.new(
      { datamodels: undefined },
      () => undefined,
      bindMigrationAwareSqlAdapterFactory(factory),
    );
    try {
      return await work(engine);
    } finally {
      engine.free();
    }
  } finally {
    await close();
  }
};
