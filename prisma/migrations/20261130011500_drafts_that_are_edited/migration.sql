-- Drafts are edited in the console: see edit_edition_draft() and note_draft_editor().
ALTER TABLE edition_drafts
  ADD COLUMN revision integer NOT NULL DEFAULT 1,
  ADD COLUMN name text,
  -- Who edits it: {name: {"at": time, "field": field or null}}.
  ADD COLUMN editors jsonb NOT NULL DEFAULT '{}';
