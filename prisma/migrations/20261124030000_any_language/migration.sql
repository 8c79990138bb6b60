-- The languages are listed once, in packages/contracts/src/languages.ts, which the API compares each language with. A language
-- that is added there needs no migration: the table only refuses what is no code of a language (ISO 639).
ALTER TABLE accounts
  DROP CONSTRAINT accounts_language,
  ADD CONSTRAINT accounts_language CHECK (language ~ '^[a-z]{2,3}$');
