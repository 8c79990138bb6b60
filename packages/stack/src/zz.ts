import { startOutside } from './outside.ts';
import { createDeployment, IMAGE } from './deployment.ts';
import { startCrowd } from './crowd.ts';
import { docker } from './docker.ts';
const pause = (ms: number) => new Promise((r) => setTimeout(r, ms));
const o = await startOutside();
const d = await createDeployment(o, 3);
const real = globalThis.fetch;
const seen: string[] = [];
let t = performance.now();
globalThis.fetch = async (...a: Parameters<typeof fetch>) => { try { const r = await real(...a); if (r.status !== 201 && r.status !== 200) seen.push(`${Math.round((performance.now()-t)/100)/10}:${r.status}:${r.headers.get('server') ?? ''}`); return r; } catch (e) { seen.push(`${Math.round((performance.now()-t)/100)/10}:${String((e as {cause?: unknown}).cause ?? e).slice(0, 60)}`); throw e; } };
try {
  await d.up(); await d.trustCaddy();
  const c = await startCrowd(d, 3000, 16); await pause(2000);
  t = performance.now();
  const timer = setInterval(async () => { console.log(Math.round(performance.now() - t), c.acknowledged.length, c.troubles(), (await docker(['ps', '--format', '{{.Names}} {{.Status}}'])).split('\n').filter((l) => l.includes('-app-')).map((l) => l.replace(/.*-app-/, '')).join(', ')); }, 1000);
  await docker(['tag', `${IMAGE.name}:${IMAGE.version}`, `${IMAGE.name}:${IMAGE.version}-next`]);
  const { code, output } = await d.upgrade(`${IMAGE.version}-next`); console.log('up', code, Math.round(performance.now() - t)); console.log(output);
  await pause(3000); clearInterval(timer);
  const counts = new Map<string, number>(); for (const s of seen) counts.set(s, (counts.get(s) ?? 0) + 1);
  console.log([...counts].map(([k, v]) => `${k} x${v}`).join('\n'));
  const log = (await d.compose('logs', '--no-log-prefix', 'caddy')).split('\n').filter((l) => l.includes('"error"')); const m = new Map<string, number>(); for (const l of log) { const j = JSON.parse(l.slice(l.indexOf('{'))); const k = `${j.msg} | ${j.status ?? ''} | ${j.err_trace ?? ''}`.replace(/\d+\.\d+\.\d+\.\d+(:\d+)?/g, 'IP'); m.set(k, (m.get(k) ?? 0) + 1); } console.log([...m].map(([k, v]) => `${v} ${k}`).join('\n'));
  await c.stop();
} finally { await d.remove(); await o.close(); }
