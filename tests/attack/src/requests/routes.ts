import { z } from 'zod';

/** The parts of JSON Schema that the contracts use. */
const jsonSchema = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  pattern: z.string().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), jsonSchema).optional();
  },
});
export type JsonSchema = z.output<typeof jsonSchema>;

const content = z.object({ 'application/json': z.object({ schema: z.unknown(), example: z.unknown() }).partial() });
/** The content of a response by its media type, also that of pictures and of the public log. */
const replied = z.record(z.string(), z.object({ schema: z.unknown() }).partial());
const operation = z.object({
  parameters: z.array(z.object({ in: z.string(), name: z.string() })).default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: replied.optional() })),
});
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

/** A call of the OpenAPI document. */
export type Operation = {
  readonly method: string;
  /** The path, with its parameters in braces. */
  readonly path: string;
  readonly body: { readonly schema: JsonSchema; readonly example: Readonly<Record<string, unknown>> } | undefined;
  /** The fields that an error may name. */
  readonly fields: ReadonlySet<string>;
  /** The schema of a success, by its status; undefined if the document has none. */
  readonly replies: ReadonlyMap<number, z.ZodType | undefined>;
};

const replySchema = (schema: unknown): z.ZodType | undefined =>
  schema === undefined ? undefined : z.fromJSONSchema(z.record(z.string(), z.json()).parse(schema));

/** The calls of an OpenAPI document. */
export const operationsOf = (json: unknown): Operation[] =>
  Object.entries(document.parse(json).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody, responses }]) => {
      const given = requestBody?.content['application/json'];
      const schema = given && jsonSchema.parse(given.schema);
      return {
        method: method.toUpperCase(),
        path,
        body: schema && { schema, example: z.record(z.string(), z.unknown()).parse(given.example) },
        fields: new Set(['body', ...Object.keys(schema?.properties ?? {}), ...parameters.map(({ name }) => name)]),
        replies: new Map(
          Object.entries(responses).map(([status, reply]) => [
            Number(status),
            replySchema(reply.content?.['application/json']?.schema),
          ]),
        ),
      };
    }),
  );

/** The routes that are not in the document: pages, images, health, the page's files. */
export const OTHER_PATHS: readonly string[] = [
  '/',
  '/livez',
  '/readyz',
  '/metrics',
  '/ws',
  '/robots.txt',
  '/manifest.webmanifest',
  '/share/card.png',
  '/share/badge.svg',
  '/n/{nomination}/{niche}/{company}',
  '/embed/{nomination}/{niche}/{company}',
  '/kit/{secret}',
  '/overlay',
  '/assets/{file}',
  '/api/docs',
  '/api/docs/',
  '/api/docs/json',
  '/api/docs/yaml',
  '/api/docs/static/{file}',
  '/api/{nothing}',
  '/{nothing}',
];
