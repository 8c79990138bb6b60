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
import { runScript } from './migration-locks.ts';
import { defaultSchemaEngineFile } from './paths.ts';

export type SchemaEngine = bindings.SchemaEngine;

/** The schema contains no tables or enums of other tools. */
export const NO_FILTERS = { externalTables: [], externalEnums: [] };

/** Missing in the types of Node. */
declare const WebAssembly: {
  instantiate(
    source: Uint8Array,
    imports: Record<string, object>,
  ): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

/** Prisma's names of the types in PostgreSQL's catalog, by oid. */
const CATALOG_TYPES = new Map<number, ColumnType>([
  [pg.types.builtins.BOOL, ColumnTypeEnum.Boolean],
  [pg.types.builtins.CHAR, ColumnTypeEnum.Character],
  [19, ColumnTypeEnum.Text], // name
  [pg.types.builtins.INT2, ColumnTypeEnum.Int32],
  [pg.types.builtins.INT4, ColumnTypeEnum.Int32],
  [pg.types.builtins.OID, ColumnTypeEnum.Int64],
  [pg.types.builtins.TEXT, ColumnTypeEnum.Text],
]);

/** Reads the catalog, whose one-byte type "char" Prisma's adapter does not know. */
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
 * Adapts Prisma's adapter to the schema engine in two ways. A script runs as one simple query, which PostgreSQL makes one
 * transaction; the adapter would split it at each semicolon, also inside functions. And the catalog can be read.
 * A script waits for locks as runScript() does.
 */
const patchAdapter = (adapter: SqlDriverAdapter, pool: pg.Pool): SqlDriverAdapter => {
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
      await runScript(pool, script);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      // The engine only reports errors in this form.
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
  /** A temporary database. Prisma's own implementation connects to the given database if it is given as a URL. */
  const connectToShadowDb = async (): Promise<SqlDriverAdapter> => {
    const name = `laurel_shadow_${randomBytes(8).toString('hex')}`;
    await pool.query(`CREATE DATABASE ${name}`);
    const shadowUrl = new URL(url);
    shadowUrl.pathname = `/${name}`;
    const shadowPool = openPool(shadowUrl.href);
    const adapter = patchAdapter(await new PrismaPg(shadowPool).connect(), shadowPool);
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
      connect: async () => patchAdapter(await prismaPg.connect(), pool),
      connectToShadowDb,
    },
    close: () => pool.end(),
  };
};

let loaded: Promise<void> | undefined;

/**
 * The JavaScript functions that the engine calls. The engine never clears the ten-second timer of its lock, so timers are
 * unreferenced: a finished command does not wait for them.
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
 * Calls `work` with Prisma's schema engine, connected to `url`. It is the WebAssembly build from npm; the native build is
 * downloaded from Prisma's site.
 * @param file schema_engine_bg.wasm; by default that of its package
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
