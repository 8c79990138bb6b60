import { CONSOLE_BODY_LIMIT } from '@laurel/api/console';
import { SELECTION_BYTES } from '@laurel/api/features/exclusions/console.routes';
import { uploadDraft } from '@laurel/contracts/console/calls/edition';
import { proposeExclusion, rehearseExclusion } from '@laurel/contracts/console/calls/exclusions';
import { repositoryFile } from '@laurel/support/repository';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { Service } from 'kubernetes-models/v1/Service';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';

const FOLDER = 'deploy/kubernetes';
const documents = (file: string): unknown[] =>
  parseAllDocuments(repositoryFile(`${FOLDER}/${file}`), { version: '1.1' }).map((each) => each.toJS());

const patchesSchema = z.object({
  patches: z.array(
    z.object({ target: z.object({ kind: z.string(), name: z.string().optional() }), patch: z.string() }),
  ),
});
const stepsSchema = z.array(z.object({ op: z.literal('add'), path: z.string(), value: z.unknown() }));
const { patches } = patchesSchema.parse(parse(repositoryFile(`${FOLDER}/components/console/kustomization.yaml`)));

/** Appends to a list in a document (RFC 6902, `add` with a path that ends in `/-`). */
const append = (body: unknown, path: string, value: unknown): void => {
  const names = path.split('/').slice(1);
  expect([path, names.pop()]).toEqual([path, '-']);
  let place = body;
  for (const each of names) {
    place = Array.isArray(place) ? place[Number(each)] : z.record(z.string(), z.unknown()).parse(place)[each];
  }
  if (!Array.isArray(place)) throw new Error(`${path} is no list`);
  place.push(value);
};

/** A manifest of the base with the patches of the component. */
const patched = (file: string, kind: string, name: string): unknown => {
  const named = z.object({ kind: z.literal(kind), metadata: z.object({ name: z.literal(name) }) });
  const body = documents(`base/${file}`).find((each) => named.safeParse(each).success);
  const { patch = '' } = patches.find(({ target }) => target.kind === kind && target.name === name) ?? {};
  for (const { path, value } of stepsSchema.parse(parse(patch))) append(body, path, value);
  return body;
};

const podSchema = z.object({
  spec: z.object({
    template: z.object({
      spec: z.object({
        containers: z.tuple([
          z.object({
            ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
            env: z.array(z.object({ name: z.string(), value: z.string() })),
            volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
          }),
        ]),
        volumes: z.array(
          z.object({
            name: z.string(),
            secret: z.object({ secretName: z.string(), defaultMode: z.number() }).optional(),
          }),
        ),
      }),
    }),
  }),
});

describe('the console in Kubernetes', () => {
  it.each([
    ['deployment.yaml', 'Deployment', 'laurel', Deployment],
    ['migrate.yaml', 'Job', 'laurel-migrate', Job],
  ] as const)('gives %s the connection of its role, from a secret of its own', (file, kind, name, model) => {
    const body = patched(file, kind, name);
    expect(() => Reflect.construct(model, [body]).validate()).not.toThrow();
    const { containers, volumes } = podSchema.parse(body).spec.template.spec;
    const path = containers[0].env.find((each) => each.name === 'DATABASE_CONSOLE_URL_FILE')?.value ?? '';
    const mount = containers[0].volumeMounts.find(({ mountPath }) => path.startsWith(`${mountPath}/`));
    const secret = volumes.find((each) => each.name === mount?.name)?.secret;
    expect(secret).toEqual({ secretName: 'laurel-console', defaultMode: 0o440 });
    const templates = documents('secret.example.yaml').flatMap(
      (each) =>
        z
          .object({
            metadata: z.object({ name: z.literal('laurel-console') }),
            stringData: z.record(z.string(), z.string()),
          })
          .safeParse(each).data ?? [],
    );
    expect(templates.flatMap(({ stringData }) => Object.keys(stringData))).toEqual([path.split('/').at(-1)]);
  });

  it('opens its port for the ingress controller alone, under one name', () => {
    const image = /CONSOLE_PORT=(\d+)/.exec(repositoryFile('Dockerfile'))?.[1];
    const { ports } = podSchema.parse(patched('deployment.yaml', 'Deployment', 'laurel')).spec.template.spec
      .containers[0];
    expect(ports).toContainEqual({ name: 'console', containerPort: Number(image) });
    const service = patched('service.yaml', 'Service', 'laurel');
    expect(() => Reflect.construct(Service, [service]).validate()).not.toThrow();
    expect(service).toMatchObject({ spec: { ports: [{ name: 'http' }, { name: 'console', targetPort: 'console' }] } });
    const policy = patched('network.yaml', 'NetworkPolicy', 'laurel');
    expect(() => Reflect.construct(NetworkPolicy, [policy]).validate()).not.toThrow();
    expect(policy).toMatchObject({
      spec: { ingress: [{ ports: [{ port: 8080 }, { port: Number(image) }] }, { ports: [{ port: 9464 }] }] },
    });
  });

  it('accepts bodies up to the console’s limits, and only its own port', () => {
    const ingress = z.object({
      metadata: z.object({ annotations: z.record(z.string(), z.string()) }),
      spec: z.object({
        rules: z.tuple([
          z.object({ http: z.object({ paths: z.array(z.object({ path: z.string(), backend: z.unknown() })) }) }),
        ]),
      }),
    });
    const ways = documents('components/console/ingress.yaml').flatMap((each) => {
      const { metadata, spec } = ingress.parse(each);
      return spec.rules[0].http.paths.map(({ path, backend }) => {
        expect(backend).toEqual({ service: { name: 'laurel', port: { name: 'console' } } });
        return [path, metadata.annotations['nginx.ingress.kubernetes.io/proxy-body-size']];
      });
    });
    expect(ways).toEqual([
      ['/', `${CONSOLE_BODY_LIMIT / 1024}k`],
      [`/api${uploadDraft.path}`, `${uploadDraft.upload.maxBytes / 1024 ** 2}m`],
      ...[proposeExclusion, rehearseExclusion].map(({ path }) => [`/api${path}`, `${SELECTION_BYTES / 1024 ** 2}m`]),
    ]);
  });

  it('has the host of CONSOLE_URL in the example, set after the site’s', () => {
    const { data } = z
      .object({ data: z.record(z.string(), z.string()) })
      .parse(documents('overlays/example/configmap.yaml')[0]);
    const all = patchesSchema
      .extend({ patches: z.array(z.object({ target: z.unknown().optional(), patch: z.string().optional() })) })
      .parse(parse(repositoryFile(`${FOLDER}/overlays/example/kustomization.yaml`))).patches;
    const index = all.findIndex(({ target }) => JSON.stringify(target) === JSON.stringify({ kind: 'Ingress' }));
    const consoles = JSON.stringify({ kind: 'Ingress', name: 'laurel-console.*' });
    const own = all.findIndex(({ target }) => JSON.stringify(target) === consoles);
    expect([index >= 0, own > index]).toEqual([true, true]);
    expect(all[own]?.patch).toContain(`value: ${new URL(data.CONSOLE_URL ?? '').host}`);
  });
});
