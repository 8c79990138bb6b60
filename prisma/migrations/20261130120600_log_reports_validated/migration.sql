ALTER TABLE all_log_items VALIDATE CONSTRAINT log_items_kind;
ALTER TABLE all_log_items VALIDATE CONSTRAINT log_items_content;
