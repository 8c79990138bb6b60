import { type Editor, getSchema, Editor as TiptapEditor } from '@tiptap/core';
import { DOMParser as ContentParser } from '@tiptap/pm/model';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { cleanPaste } from './clean-paste.ts';
import { bodyOf } from './description.tsx';
import { Icon } from './icons.tsx';
import styles from './rich-text.module.css';

/** What a description may have, as the site shows it. */
const EXTENSIONS = [
  StarterKit.configure({
    ...{ blockquote: false, code: false, codeBlock: false, heading: false, horizontalRule: false, strike: false },
    ...{ underline: false, dropcursor: false, gapcursor: false, trailingNode: false },
    link: { openOnClick: false, HTMLAttributes: { target: null, rel: null, class: null } },
  }),
];
const SCHEMA = getSchema(EXTENSIONS);

// Tiptap would parse a text with its own parser, which Trusted Types refuse.
const contentOf = (html: string) => ContentParser.fromSchema(SCHEMA).parse(bodyOf(html)).toJSON();

/** The HTML of the editor: nothing if it is empty, and a single paragraph without its tag. */
const htmlOf = (editor: Editor): string => {
  if (editor.isEmpty) return '';
  const html = editor.getHTML().replace(/(?:<p><\/p>)+$/, '');
  const [, only] = /^<p>((?:(?!<p>).)*)<\/p>$/s.exec(html) ?? [];
  return only === undefined || /<(?:ul|ol)>/.test(html) ? html : only;
};

/** An address that was written without its scheme, with it. */
const withScheme = (href: string): string => {
  if (href === '' || /^(?:https?:\/\/|mailto:)/i.test(href)) return href;
  return /^[^\s@/]+@[^\s@/]+$/.test(href) ? `mailto:${href}` : `https://${href}`;
};

type Props = {
  label: string;
  lang: string;
  value: string;
  onChange(html: string): void;
  describedBy: string | undefined;
  wrong: boolean;
  readOnly: boolean;
};

const LinkDialog = ({ editor, onClose }: { editor: Editor; onClose(): void }) => {
  const { t } = useTranslation('editor');
  const [href, setHref] = useState(() => String(editor.getAttributes('link').href ?? ''));
  const done = () => {
    const link = editor.chain().focus().extendMarkRange('link');
    const address = withScheme(href.trim());
    if (address === '') link.unsetLink().run();
    else if (editor.state.selection.empty && !editor.isActive('link')) {
      link
        .insertContent({ type: 'text', text: href.trim(), marks: [{ type: 'link', attrs: { href: address } }] })
        .run();
    } else link.setLink({ href: address }).run();
    onClose();
  };
  return (
    <Dialog title={t('rich.link')} onClose={onClose}>
      <Field
        label={t('rich.address')}
        hint={t('rich.addressHint')}
        value={href}
        onChange={(e) => setHref(e.target.value)}
      />
      <DialogActions>
        <Button tone="main" onClick={done}>
          {t('rich.setLink')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

/** A description with bold, italic, links and lists. It loads Tiptap. */
const RichText = ({ label, lang, value, onChange, describedBy, wrong, readOnly }: Props) => {
  const { t } = useTranslation('editor');
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef({ value, onChange });
  latest.current.onChange = onChange;
  const attributes = {
    ...{ role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, lang, class: styles.prose ?? '' },
    ...{ 'aria-readonly': String(readOnly), 'aria-invalid': String(wrong) },
    ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
  };
  const shown = useRef(attributes);
  shown.current = attributes;
  const [editor, setEditor] = useState<Editor>();
  const [linking, setLinking] = useState(false);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const made = new TiptapEditor({
      element: place.current,
      // The Content-Security-Policy allows no style elements.
      injectCSS: false,
      extensions: EXTENSIONS,
      content: contentOf(latest.current.value),
      editorProps: { transformPastedHTML: cleanPaste, attributes: () => shown.current },
      onUpdate: (changed) => {
        latest.current.value = htmlOf(changed.editor);
        latest.current.onChange(latest.current.value);
      },
      onTransaction: redraw,
    });
    setEditor(made);
    return () => made.destroy();
  }, []);
  const state = JSON.stringify(attributes);
  useEffect(() => {
    // The editor reads its attributes when its options change.
    if (state) editor?.setOptions({ editable: !readOnly });
  }, [editor, state, readOnly]);
  useEffect(() => {
    // Somebody else's text, or a choice in a conflict: not what this editor has just written.
    if (!editor || value === latest.current.value) return;
    latest.current.value = value;
    editor.commands.setContent(contentOf(value), { emitUpdate: false });
  }, [editor, value]);
  const tools = editor
    ? ([
        ['bold', <b key="b">B</b>, () => editor.chain().focus().toggleBold().run(), editor.isActive('bold')],
        ['italic', <i key="i">I</i>, () => editor.chain().focus().toggleItalic().run(), editor.isActive('italic')],
        ['link', <Icon key="l" name="link" size={16} />, () => setLinking(true), editor.isActive('link')],
        [
          ...(['bullets', <Icon key="u" name="list" size={16} />] as const),
          ...([() => editor.chain().focus().toggleBulletList().run(), editor.isActive('bulletList')] as const),
        ],
        [
          ...(['numbers', <Icon key="o" name="numbers" size={16} />] as const),
          ...([() => editor.chain().focus().toggleOrderedList().run(), editor.isActive('orderedList')] as const),
        ],
      ] as const)
    : [];
  return (
    <div className={cx(styles.rich, wrong && styles.wrong)}>
      <div className={styles.tools} role="toolbar" aria-label={t('rich.tools', { label })}>
        {!readOnly &&
          tools.map(([name, drawing, press, pressed]) => (
            <button key={name} type="button" aria-label={t(`rich.${name}`)} aria-pressed={pressed} onClick={press}>
              {drawing}
            </button>
          ))}
      </div>
      <div ref={place} />
      {linking && editor && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
    </div>
  );
};

export default RichText;
