import { readFile } from 'node:fs/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
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

/**
 * Runs every script as a whole. Prisma's own adapter cuts it at each semicolon, those inside functions included; sent as
 * one simple query it arrives unharmed, and PostgreSQL makes it one transaction.
 */
const runScriptsWhole = (adapter: SqlDriverAdapter, pool: pg.Pool): SqlDriverAdapter => {
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

const createAdapterFactory = (url: string): AdapterFactory => {
  const pool = new pg.Pool({ connectionString: inUtc(url), max: 1, connectionTimeoutMillis: 10_000 });
  const prismaPg = new PrismaPg(pool);
  return {
    factory: {
      provider: prismaPg.provider,
      adapterName: prismaPg.adapterName,
      connect: async () => runScriptsWhole(await prismaPg.connect(), pool),
      connectToShadowDb: async () => {
        const shadow = await prismaPg.connectToShadowDb();
        return runScriptsWhole(shadow, shadow.underlyingDriver());
      },
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
