import { compareShown } from './features/record/gossip.ts';
import { forgetEvidence } from './features/record/kept.ts';
import type { PublicLog } from './features/record/log-reader.ts';
import { checkReceipt } from './features/record/receipt.ts';
import { saveText } from './lib/share.ts';

// The script of the page /record, which the server renders (apps/api/src/features/public-log/record-page.routes.ts).
// It is built alone, so that the page loads nothing of the app.

type Data = {
  readonly log: PublicLog;
  readonly texts: Readonly<Record<string, string>>;
  readonly categories: Readonly<Record<string, string>>;
};
type Values = Readonly<Record<string, string | number>>;
type Tone = 'ok' | 'bad' | 'plain';

const data: Data = JSON.parse(document.getElementById('record-data')?.textContent ?? '');
const { log, texts, categories } = data;
const language = document.documentElement.lang;
/** The sentence that the server rendered, which is shown during the comparison. */
const comparing = document.getElementById('browser')?.textContent ?? '';

const say = (name: string, values: Values = {}): string =>
  (texts[name] ?? '').replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
    const value = values[key] ?? '';
    return typeof value === 'number' ? value.toLocaleString(language) : value;
  });

const show = (id: string, tone: Tone, sentences: readonly string[], ...more: readonly Element[]): void => {
  const place = document.getElementById(id);
  if (place === null) return;
  place.hidden = false;
  place.dataset.tone = tone;
  place.replaceChildren(
    ...sentences.map((sentence) => Object.assign(document.createElement('p'), { textContent: sentence })),
    ...more,
  );
};

const button = (label: string, press: () => void): HTMLButtonElement => {
  const made = Object.assign(document.createElement('button'), { type: 'button', textContent: label });
  made.addEventListener('click', press);
  return made;
};

const compare = async (): Promise<void> => {
  show('browser', 'plain', [comparing]);
  const found = await compareShown(log, Date.now());
  if (found.is === 'contradicts') {
    const { kept, shown } = found.evidence;
    const buttons = [
      ...(kept === '' ? [] : [button(say('saveKept'), () => saveText('record-seen-before.txt', kept))]),
      button(say('saveShown'), () => saveText('record-shown.txt', shown)),
      button(say('again'), () => {
        forgetEvidence();
        void compare();
      }),
    ];
    show('browser', 'bad', [say('contradicts')], ...buttons);
  } else if (found.is === 'continued') {
    const { before, size } = found;
    show('browser', 'ok', [before > 0 ? say('continues', { before, size }) : say('first', { size })]);
  } else show('browser', 'plain', [say(found.is)]);
};

let checks = 0;
const check = async (file: File | undefined): Promise<void> => {
  if (file === undefined) return;
  checks += 1;
  const own = checks;
  show('outcome', 'plain', [say('reading')]);
  // A bundle may be large, and its beginning is enough to recognise it. A dropped folder can't be read.
  const content = await file
    .slice(0, 2_000_000)
    .text()
    .catch(() => '');
  const verdict = await checkReceipt(content, log);
  // Another file was chosen meanwhile, and its outcome is shown.
  if (own !== checks) return;
  if (verdict.is === 'inRecord') {
    const { leaf, index, size, cosigned } = verdict;
    const witnesses = log.witnesses.length;
    show('outcome', 'ok', [
      say('inRecord', { place: index + 1, size }),
      leaf.type === 'vote'
        ? say('vote', { category: categories[leaf.category] ?? leaf.category })
        : say('other', { type: leaf.type }),
      cosigned > 0 ? say('cosigned', { cosigned, witnesses }) : say('alone'),
    ]);
    return;
  }
  const neutral = ['promise', 'bundle', 'unreadable', 'unsupported'].includes(verdict.is);
  show('outcome', neutral ? 'plain' : 'bad', [say(verdict.is, 'origin' in verdict ? { origin: verdict.origin } : {})]);
};

const drop = document.getElementById('drop');
const input = document.getElementById('receipt');
if (drop !== null && input instanceof HTMLInputElement) {
  drop.hidden = false;
  input.addEventListener('change', () => {
    void check(input.files?.[0]);
    // The same file can be chosen again.
    input.value = '';
  });
  for (const name of ['dragover', 'dragleave', 'drop'] as const) {
    drop.addEventListener(name, (event) => {
      event.preventDefault();
      drop.toggleAttribute('data-over', name === 'dragover');
      if (name === 'drop') void check(event.dataTransfer?.files[0]);
    });
  }
}
void compare();
