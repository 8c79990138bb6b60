-- Each text on its own, as the API checks them: joined, the end of one and the beginning of the next can look like a number.
ALTER TABLE exclusions DROP CONSTRAINT exclusions_impersonal;
ALTER TABLE exclusions ADD CONSTRAINT exclusions_impersonal CHECK (
  reason !~ '@|[+][0-9][0-9 ().-]{6}|(^|[^0-9a-fA-F-])[0-9]{9,15}([^0-9a-fA-F-]|$)'
  AND coalesce(evidence, '') !~ '@|[+][0-9][0-9 ().-]{6}|(^|[^0-9a-fA-F-])[0-9]{9,15}([^0-9a-fA-F-]|$)'
  AND public_reason::text !~ '@|[+][0-9][0-9 ().-]{6}|(^|[^0-9a-fA-F-])[0-9]{9,15}([^0-9a-fA-F-]|$)');
