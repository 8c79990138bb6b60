ALTER TABLE all_log_items DROP CONSTRAINT log_items_kind,
  ADD CONSTRAINT log_items_kind CHECK (kind IN ('edition', 'phase', 'exclusion', 'result', 'report')) NOT VALID,
  DROP CONSTRAINT log_items_content,
  ADD CONSTRAINT log_items_content CHECK ((kind IN ('edition', 'report')) = (content IS NOT NULL)) NOT VALID;
