// The script of the development pages: shows sent messages, and simulates the Telegram user, the Instagram reviewer and the
// clock. It sets the text of elements and never parses a message as HTML.

const POLL_MS = 1500;

const find = (selector, within = document) => within.querySelector(selector);

const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

const stored = (key) => {
  const text = localStorage.getItem(key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const startCodeOf = (link) => (URL.canParse(link) ? (new URL(link).searchParams.get('start') ?? '') : '');

/** Fills an empty field, unless it has the focus. */
const fill = (name, value) => {
  const input = find(`[name=${name}]`);
  if (input && input.value === '' && document.activeElement !== input) input.value = value();
};

/** Fills the forms with the values that the site stored in this browser. */
const fillIn = () => {
  const { searchParams } = new URL(location.href);
  fill('code', () => searchParams.get('start') ?? startCodeOf(stored('telegramLink')?.link ?? ''));
  fill('telegramUserId', () => String(100_000_000 + Math.floor(Math.random() * 900_000_000)));
  fill('identifier', () => stored('socialRequestId') ?? '');
};

const SAID = {
  VERIFIED: 'Verified',
  NOT_VERIFIED: 'Rejected',
  RETRY: 'Not a member of the channel: join, then confirm again',
};

const request = async (path, body) => {
  const response = await fetch(path, {
    ...(body ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    cache: 'no-store',
  });
  return { ok: response.ok, answer: await response.json() };
};

/** The request body of each form, from its fields and the pressed button. */
const BODIES = {
  telegram: (fields) => ({
    code: fields.get('code'),
    telegramUserId: fields.get('telegramUserId'),
    member: fields.get('member') === 'true',
  }),
  instagram: (fields) => ({ identifier: fields.get('identifier'), approved: fields.get('approved') === 'true' }),
  clock: (fields) => ({ advanceMs: Number(fields.get('advanceMs')) }),
};

const showClock = (now) => {
  const clock = find('[data-clock]');
  if (!clock) return;
  clock.dateTime = now;
  clock.textContent = new Date(now).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
};

const play = async (form, button) => {
  const said = find('[data-said]', form);
  const say = (text, failed = false) => {
    said.textContent = text;
    said.classList.toggle('failed', failed);
  };
  say('');
  try {
    const name = form.dataset.form;
    const { ok, answer } = await request(`/dev/${name}`, BODIES[name](new FormData(form, button)));
    if (!ok) return say(answer.errors.join(' '), true);
    if (name === 'clock') {
      showClock(answer.data.now);
      return say('The clock was moved');
    }
    say(SAID[answer.data.status] ?? answer.data.status, answer.data.status === 'RETRY');
  } catch {
    say('The server did not answer', true);
  }
};

const copyButton = (code) => {
  const button = make('button', { type: 'button', textContent: 'Copy' });
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  });
  return button;
};

const preview = (message) => {
  const details = make('details', {}, make('summary', { textContent: 'Preview' }));
  details.addEventListener('toggle', () => {
    if (details.open && !find('iframe', details)) {
      const frame = make('iframe', {
        title: `Mail: ${message.subject}`,
        src: `/dev/mail/${encodeURIComponent(message.id)}`,
      });
      frame.setAttribute('sandbox', '');
      details.append(frame);
    }
  });
  return details;
};

const codeBox = (text) => {
  const code = text.match(/(?<!\d)\d{6}(?!\d)/)?.[0];
  return code ? [make('div', { className: 'code' }, make('output', { textContent: code }), copyButton(code))] : [];
};

const card = (message) => {
  const mail = message.channel === 'email';
  const sentAt = new Date(message.createdAt);
  const meta = make(
    'div',
    { className: 'meta' },
    make('span', { className: 'channel', textContent: mail ? 'Mail' : 'SMS' }),
    make('span', { className: 'to', textContent: message.to }),
    make('time', { dateTime: message.createdAt, textContent: sentAt.toLocaleTimeString() }),
  );
  const text = make('p', { className: 'text', textContent: message.text.trim() });
  const body = mail
    ? [
        make('p', { className: 'subject', textContent: message.subject ?? '' }),
        ...codeBox(message.text),
        make('details', {}, make('summary', { textContent: 'Text' }), text),
        preview(message),
      ]
    : [...codeBox(message.text), text];
  const item = make('li', { className: 'message' }, meta, ...body);
  item.dataset.id = message.id;
  return item;
};

/** Adds new messages at the top and removes deleted ones. Leaves the others unchanged, so that open ones stay open. */
const show = (messages) => {
  const list = find('[data-messages]');
  const ids = new Set(messages.map(({ id }) => id));
  for (const item of [...list.children]) if (!ids.has(item.dataset.id)) item.remove();
  const shown = new Set([...list.children].map((item) => item.dataset.id));
  list.prepend(...messages.filter(({ id }) => !shown.has(id)).map(card));
  find('[data-empty]').hidden = messages.length > 0;
};

const poll = async () => {
  const state = find('[data-state]');
  try {
    const { answer: messages } = await request('/dev/inbox.json');
    show(messages);
    const { answer } = await request('/dev/clock');
    showClock(answer.data.now);
    state.textContent = messages.length === 1 ? '1 message' : `${messages.length} messages`;
    state.parentElement.classList.remove('away');
  } catch {
    state.textContent = 'The server does not answer';
    state.parentElement.classList.add('away');
  }
  fillIn();
  setTimeout(poll, POLL_MS);
};

for (const form of document.querySelectorAll('form')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void play(form, event.submitter);
  });
}
fillIn();
// A form is inert until the listener above exists: the browser would submit it itself, which the policy blocks.
document.body.inert = false;
if (document.body.dataset.page === 'inbox') void poll();
