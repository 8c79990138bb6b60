-- The secret address at which a draft is previewed, of which only the hash is stored, and its end: see preview_edition_draft().
ALTER TABLE edition_drafts ADD COLUMN preview_hash bytea, ADD COLUMN preview_ends_at timestamptz(3),
  ADD CONSTRAINT edition_drafts_preview CHECK (
    (preview_hash IS NULL) = (preview_ends_at IS NULL) AND (preview_hash IS NULL OR octet_length(preview_hash) = 32)) NOT VALID;
