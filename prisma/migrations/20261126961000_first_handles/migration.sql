-- A login renews the handle of a code that is open. The handle with which the code was sent stays known beside it: a page that
-- registered an account corrects its mistyped address with that one.
ALTER TABLE challenges ADD COLUMN first_handle_hash bytea;
