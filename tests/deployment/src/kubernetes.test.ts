import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { META_BODY_LIMIT } from '@laurel/api/adapters/signed-webhook';
import { TELEGRAM_BODY_LIMIT } from '@laurel/api/adapters/telegram/webhook';
import { BODY_LIMIT } from '@laurel/api/app';
import { configSchema } from '@laurel/api/configuration/schema';
import { OBJECTION_PATH } from '@laurel/api/features/decisions/objection-page.policy';
import { FORM_BYTES } from '@laurel/api/features/decisions/routes';
import { STOMP_RECONNECT_MS } from '@laurel/contracts/limits';
import { inRepository, repositoryFile } from '@laurel/support/repository';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';

const FOLDER = 'deploy/kubernetes';
/** How long a failover of the database may take (docs/scaling.md, “What the cluster survives”). */
const FAILOVER_SECONDS = 30;

const KINDS = [
  { model: Deployment, group: 'apps/v1' },
  { model: HorizontalPodAutoscaler, group: 'autoscaling/v2' },
  { model: Job, group: 'batch/v1' },
  { model: Ingress, group: 'networking.k8s.io/v1' },
  { model: NetworkPolicy, group: 'networking.k8s.io/v1' },
  { model: PodDisruptionBudget, group: 'policy/v1' },
  { model: ConfigMap, group: 'v1' },
  { model: Namespace, group: 'v1' },
  { model: Secret, group: 'v1' },
  { model: Service, group: 'v1' },
];

const manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), labels: z.record(z.string(), z.string()).optional() }),
});

const files = readdirSync(inRepository(FOLDER), { recursive: true, encoding: 'utf8' }).filter((each) =>
  each.endsWith('.yaml'),
);
const kustomizations = files.filter((file) => file.endsWith('kustomization.yaml'));
const manifests = files
  .filter((file) => !kustomizations.includes(file))
  .flatMap((file) =>
    // Kubernetes reads YAML 1.1, where 0440 is octal.
    parseAllDocuments(repositoryFile(`${FOLDER}/${file}`), { version: '1.1' }).map((document) => ({
      file,
      body: manifest.parse(document.toJS()),
    })),
  );

const only = (kind: string) => {
  const [found, ...others] = manifests.filter(({ body }) => body.kind === kind);
  if (!found || others.length > 0) throw new Error(`there is not exactly one ${kind}`);
  return found.body;
};

const podSpec = z.object({
  spec: z.object({
    minReadySeconds: z.number().optional(),
    template: z.object({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
      spec: z.looseObject({
        terminationGracePeriodSeconds: z.number().optional(),
        securityContext: z.record(z.string(), z.unknown()),
        containers: z.array(
          z.looseObject({
            env: z.array(z.object({ name: z.string(), value: z.string() })),
            securityContext: z.record(z.string(), z.unknown()),
            readinessProbe: z.object({ periodSeconds: z.number(), failureThreshold: z.number() }).optional(),
            lifecycle: z.object({ preStop: z.object({ sleep: z.object({ seconds: z.number() }) }) }).optional(),
          }),
        ),
      }),
    }),
  }),
});
const specs = [only('Deployment'), only('Job')].map((body) => podSpec.parse(body).spec);
const pods = specs.map(({ template }) => template);

describe('the manifests for Kubernetes', () => {
  it('have known kinds and are valid by their schemas', () => {
    expect(manifests.length).toBeGreaterThanOrEqual(12);
    for (const { file, body } of manifests) {
      const kind = KINDS.find(({ model }) => model.apiVersion === body.apiVersion && model.kind === body.kind);
      expect(kind, `${file}: ${body.apiVersion} ${body.kind}`).toBeDefined();
      const made = kind && Reflect.construct(kind.model, [body]);
      expect(() => made?.validate(), file).not.toThrow();
    }
  });

  it('have no field that Kubernetes does not know', async () => {
    // The schemas accept unknown fields; the types made from them don't.
    const place = join(inRepository('tests/deployment'), 'node_modules/.cache');
    mkdirSync(place, { recursive: true });
    const folder = mkdtempSync(join(place, 'manifests-'));
    try {
      const lines = manifests.map(({ body }, index) => {
        const { group, model } = KINDS.find(({ model: each }) => each.kind === body.kind) ?? { group: '', model: Job };
        const { kind } = model;
        return `import type { I${kind} as T${index} } from 'kubernetes-models/${group}/${kind}';\nexport const m${index}: T${index} = ${JSON.stringify(body)};`;
      });
      writeFileSync(join(folder, 'manifests.ts'), lines.join('\n'));
      const options = { extends: inRepository('tsconfig.base.json'), files: ['manifests.ts'] };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...options, compilerOptions: { types: [] } }));
      const tsc = promisify(execFile)(inRepository('node_modules/.bin/tsc'), ['-p', folder]);
      await tsc.catch((error: { stdout?: string }) => expect.fail(error.stdout));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('are all listed in a kustomization, which lists nothing else', () => {
    const named = kustomizations.flatMap((file) => {
      const { resources, components, patches } = z
        .object({
          resources: z.array(z.string()).default([]),
          components: z.array(z.string()).default([]),
          patches: z.array(z.object({ path: z.string().optional() })).default([]),
        })
        .parse(parse(repositoryFile(`${FOLDER}/${file}`)));
      return [...resources, ...components, ...patches.flatMap(({ path }) => path ?? [])].map((path) =>
        join(dirname(file), path),
      );
    });
    for (const path of named) expect(existsSync(inRepository(join(FOLDER, path))), path).toBe(true);
    const apart = files.filter((file) => !kustomizations.includes(file) && !named.includes(file));
    expect(apart).toEqual(['secret.example.yaml']);
  });

  it('set only variables that Laurel reads, and mount only files of the secret', () => {
    const known = Object.keys(configSchema.shape);
    const keys = (name: string) => {
      const secret = manifests.find(({ body }) => body.kind === 'Secret' && body.metadata.name === name);
      return Object.keys(z.object({ stringData: z.record(z.string(), z.string()) }).parse(secret?.body).stringData);
    };
    const mounted = [
      ...keys('laurel').map((key) => `/run/secrets/laurel/${key}`),
      ...keys('laurel-migrate').map((key) => `/run/secrets/migrate/${key}`),
    ];
    const variables = pods.flatMap(({ spec }) => spec.containers.flatMap(({ env }) => env));
    for (const { name, value } of variables) {
      expect(known, name).toContain(name.replace(/_FILE$/, ''));
      expect(mounted, name).toContain(value);
    }
    // No secret is unused.
    const read = new Set(variables.map(({ value }) => value));
    expect(mounted.filter((file) => !read.has(file))).toEqual([]);
    const plain = manifests.filter(({ body }) => body.kind === 'ConfigMap');
    for (const { file, body } of plain) {
      const { data } = z.object({ data: z.record(z.string(), z.string()) }).parse(body);
      for (const name of Object.keys(data)) expect(known, `${file}: ${name}`).toContain(name);
    }
  });

  it('give the migration job only the secrets that it reads, and none of the providers', () => {
    const secretItems = z.object({
      secret: z.object({ secretName: z.string(), items: z.array(z.object({ key: z.string() })).optional() }).optional(),
    });
    const [, job] = pods;
    const volumes = z.array(secretItems).parse(job?.spec.volumes);
    const given = volumes.flatMap(({ secret }) =>
      secret ? [[secret.secretName, secret.items?.map(({ key }) => key)]] : [],
    );
    expect(Object.fromEntries(given)).toEqual({
      laurel: ['database_url', 'data_key', 'data_key_previous'],
      'laurel-migrate': ['database_migrate_url'],
    });
  });

  it('let the migration resolve names, and connect wherever the app may connect to the database', () => {
    const policy = z.object({
      spec: z.object({
        egress: z.array(z.object({ ports: z.array(z.object({ protocol: z.string(), port: z.number() })) })),
      }),
    });
    const egress = (name: string) => {
      const found = manifests.find(({ body }) => body.kind === 'NetworkPolicy' && body.metadata.name === name);
      return policy.parse(found?.body).spec.egress;
    };
    // The others are of mail and the providers.
    const [dns, database] = egress('laurel');
    expect(dns?.ports.map(({ port }) => port)).toEqual([53, 53]);
    expect(database?.ports.map(({ port }) => port)).toEqual([5432, 6432]);
    expect(egress('laurel-migrate')).toEqual([dns, database]);
  });

  it('run as an unprivileged user who can write only to /tmp', () => {
    for (const { spec } of pods) {
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000 });
      for (const { securityContext } of spec.containers) {
        expect(securityContext).toEqual({
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        });
      }
      const volumes = z
        .array(z.object({ secret: z.object({ defaultMode: z.number() }).optional() }))
        .parse(spec.volumes);
      for (const { secret } of volumes) if (secret) expect(secret.defaultMode).toBe(0o440);
    }
  });

  it('give a pod more time to stop than its wait and Laurel need', () => {
    const [, seconds] = /STOP_LIMIT_MS = (\d+)_000/.exec(repositoryFile('apps/api/src/main.ts')) ?? [];
    const [app] = pods;
    const waits = app?.spec.containers[0]?.lifecycle?.preStop.sleep.seconds ?? 0;
    expect(app?.spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(seconds) + waits);
  });

  it('keep the pods in service during a failover of the database', () => {
    const probe = pods[0]?.spec.containers[0]?.readinessProbe;
    expect((probe?.periodSeconds ?? 0) * (probe?.failureThreshold ?? 0)).toBeGreaterThan(FAILOVER_SECONDS);
  });

  it('replace the next pod after the clients of the last one have reconnected', () => {
    expect(specs[0]?.minReadySeconds).toBeGreaterThanOrEqual((3 * STOMP_RECONNECT_MS) / 1_000);
  });

  it('accept bodies up to the limits of the code, and no request to the paths for operators', () => {
    const ingress = z.object({
      metadata: z.object({ annotations: z.record(z.string(), z.string()) }),
      spec: z.object({
        rules: z.array(
          z.object({ http: z.object({ paths: z.array(z.object({ path: z.string(), pathType: z.string() })) }) }),
        ),
      }),
    });
    const ways = manifests
      .filter(({ file, body }) => file.startsWith('base/') && body.kind === 'Ingress')
      .map(({ body }) => ingress.parse(body))
      .flatMap(({ metadata: { annotations }, spec }) =>
        spec.rules.flatMap(({ http }) => http.paths.map((each) => ({ ...each, annotations }))),
      );
    const set = (path: string, name: string) =>
      ways.find((way) => way.path === path)?.annotations[`nginx.ingress.kubernetes.io/${name}`];
    const limits = [
      '/',
      '/ws',
      '/api/telegram/webhook',
      '/api/instagram/webhook',
      '/api/whatsapp/webhook',
      OBJECTION_PATH,
    ].map((path) => set(path, 'proxy-body-size'));
    expect(limits).toEqual(
      [BODY_LIMIT, BODY_LIMIT, TELEGRAM_BODY_LIMIT, META_BODY_LIMIT, META_BODY_LIMIT, FORM_BYTES].map(
        (octets) => `${octets / 1024}k`,
      ),
    );
    for (const path of ['/readyz', '/livez', '/metrics']) {
      expect([path, set(path, 'whitelist-source-range')]).toEqual([path, '127.0.0.1/32']);
      expect(ways.find((way) => way.path === path)?.pathType).toBe('Exact');
    }
  });

  it('get the host of every Ingress from the example overlay', () => {
    const { patches } = z
      .object({ patches: z.array(z.object({ target: z.record(z.string(), z.string()).optional() })) })
      .parse(parse(repositoryFile(`${FOLDER}/overlays/example/kustomization.yaml`)));
    expect(patches.map(({ target }) => target)).toContainEqual({ kind: 'Ingress' });
  });

  it('apply the settings and the migration first, and never the pods', () => {
    const step = (body: z.output<typeof manifest>) => body.metadata.labels?.['laurel.dev/step'];
    const inBase = manifests.filter(({ file }) => file.startsWith('base/') || file.startsWith('components/'));
    const first = inBase.filter(({ body }) => step(body) === 'before').map(({ body }) => body.kind);
    expect(first.sort()).toEqual(['ConfigMap', 'Job', 'NetworkPolicy', 'NetworkPolicy']);
    expect(inBase.filter(({ body }) => step(body) === undefined)).toEqual([]);
  });

  // This test fails with 2525, which docs/operations.md recommends.
  it('let Laurel reach mail servers on every port that the guide recommends', () => {
    const egress = z.object({
      spec: z.object({ egress: z.array(z.object({ ports: z.array(z.object({ port: z.number() })) })) }),
    });
    const policy = manifests.find(({ body }) => body.kind === 'NetworkPolicy' && body.metadata.name === 'laurel');
    const open = egress.parse(policy?.body).spec.egress.flatMap(({ ports }) => ports.map(({ port }) => port));
    const line = /many hosts block port 25 .*/.exec(repositoryFile('docs/operations.md'))?.[0] ?? '';
    const recommended = [...line.matchAll(/\b(465|587|2525)\b/g)].map(([port]) => Number(port));
    expect(new Set(recommended)).toEqual(new Set([465, 587, 2525]));
    expect(open).toEqual(expect.arrayContaining(recommended));
  });
});
