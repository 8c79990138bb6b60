-- CreateTable
CREATE TABLE "rehearsed_accounts" (
    "entry_id" BIGINT NOT NULL,
    "account_id" UUID NOT NULL,

    CONSTRAINT "rehearsed_accounts_pkey" PRIMARY KEY ("entry_id","account_id")
);

-- CreateIndex
CREATE INDEX "rehearsed_accounts_account_id_idx" ON "rehearsed_accounts"("account_id");

-- AddForeignKey
ALTER TABLE "rehearsed_accounts" ADD CONSTRAINT "rehearsed_accounts_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An entry of the audit log can't be changed. Beside the exclusion of the same minute, an account's id in it would name the votes
-- of a person who is erased. So the entry has the number of people only, and this table has their accounts until they are erased.
-- The lock makes an erasure wait for this function, and this function for an erasure, after which it leaves the account out.
CREATE OR REPLACE FUNCTION record_rehearsal(p_selection jsonb, p_actor text, p_reason text, p_now timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH asked AS MATERIALIZED (
    SELECT x.id::uuid AS account_id, a.voter_id
      FROM jsonb_array_elements_text(p_selection -> 'accounts') x(id) LEFT JOIN accounts a ON a.id = x.id::uuid
     UNION
    SELECT a.id, x.id::uuid
      FROM jsonb_array_elements_text(p_selection -> 'voters') x(id) LEFT JOIN accounts a ON a.voter_id = x.id::uuid),
  entry AS (
    INSERT INTO audit_entries (at, actor, action, subject, reason)
    SELECT p_now, p_actor, 'exclusion.rehearse', n.people || CASE n.people WHEN 1 THEN ' account' ELSE ' accounts' END, p_reason
      FROM (SELECT count(*) AS people FROM asked) n
     WHERE n.people > 0
    RETURNING id),
  known AS (
    SELECT a.id
      FROM asked q JOIN accounts a ON a.id = q.account_id
     WHERE a.erased_at IS NULL
     ORDER BY EXISTS (SELECT FROM votes v WHERE v.voter_id = q.voter_id) DESC, a.id
     LIMIT 100
       FOR KEY SHARE OF a)
  INSERT INTO rehearsed_accounts (entry_id, account_id) SELECT e.id, k.id FROM entry e, known k;
$$;

-- erase_objections() as it was, and it deletes the previews of exclusions that named the account.
CREATE OR REPLACE FUNCTION erase_objections() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM objections WHERE account_id = NEW.id;
  DELETE FROM exclusion_notices WHERE account_id = NEW.id;
  DELETE FROM rehearsed_accounts WHERE account_id = NEW.id;
  RETURN NULL;
END $$;

-- The audit log as organisers see it: a preview's entry with the accounts that are not erased.
CREATE VIEW audit_log AS
SELECT e.id, e.at, e.actor, e.action, e.subject, e.reason,
       e.detail || coalesce((SELECT jsonb_build_object('accounts', string_agg(r.account_id::text, ', ' ORDER BY r.account_id))
                               FROM rehearsed_accounts r WHERE r.entry_id = e.id HAVING count(*) > 0), '{}') AS detail
  FROM audit_entries e;
