-- CreateTable
CREATE TABLE "audit_entries" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "reason" TEXT,
    "detail" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_entries_at_idx" ON "audit_entries"("at");

-- The log is kept for good, so nothing by which a person is known may get into it: no address, no name on a network (@),
-- no phone number. A long number inside of a word or an id is none.
ALTER TABLE audit_entries
  ADD CONSTRAINT audit_entries_said CHECK (actor <> '' AND subject <> '' AND reason <> ''),
  ADD CONSTRAINT audit_entries_action CHECK (action ~ '^[a-z]+[.][a-z-]+$'),
  ADD CONSTRAINT audit_entries_detail CHECK (jsonb_typeof(detail) = 'object'),
  ADD CONSTRAINT audit_entries_impersonal CHECK (
    subject !~ '@' AND detail::text !~ '@' AND reason !~ '@|[+][0-9][0-9 ().-]{6}|(^|[^0-9a-fA-F-])[0-9]{9,15}([^0-9a-fA-F-]|$)');

-- As for votes: by row, and ALWAYS.
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_append_only;
ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_no_truncate;
