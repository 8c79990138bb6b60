-- Each preview of a selection has an entry in the audit log, also one that names nobody: two that differ by one person show how this
-- person voted. p_detail has the numbers of the preview. An entry can't be changed. Beside the exclusion of the same minute, an
-- account's id in it would name the votes of a person who is erased. So the entry has the number of people only, and a table has
-- their accounts until they are erased; of many, the first hundred.
-- The lock makes an erasure wait for this function, and this function for an erasure, after which it leaves the account out.
CREATE OR REPLACE FUNCTION record_rehearsal(p_selection jsonb, p_actor text, p_reason text, p_now timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH asked AS MATERIALIZED (
    SELECT account_id, voter_id, min(place) AS place
      FROM (SELECT x.id::uuid AS account_id, a.voter_id, x.place
              FROM jsonb_array_elements_text(p_selection -> 'accounts') WITH ORDINALITY x(id, place) LEFT JOIN accounts a ON a.id = x.id::uuid
             UNION ALL
            SELECT a.id, x.id::uuid, x.place
              FROM jsonb_array_elements_text(p_selection -> 'voters') WITH ORDINALITY x(id, place) LEFT JOIN accounts a ON a.voter_id = x.id::uuid) named
     GROUP BY account_id, voter_id),
  entry AS (
    INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
    SELECT p_now, p_actor, 'exclusion.rehearse',
           CASE n.people WHEN 0 THEN 'votes' WHEN 1 THEN '1 account' ELSE n.people || ' accounts' END, p_reason,
           coalesce(p_selection -> 'detail', '{}')
      FROM (SELECT count(*) AS people FROM asked) n
    RETURNING id),
  known AS (
    SELECT a.id
      FROM asked q JOIN accounts a ON a.id = q.account_id
     WHERE a.erased_at IS NULL
     ORDER BY EXISTS (SELECT FROM votes v WHERE v.voter_id = q.voter_id) DESC, q.place, a.id
     LIMIT 100
       FOR KEY SHARE OF a)
  INSERT INTO rehearsed_accounts (entry_id, account_id) SELECT e.id, k.id FROM entry e, known k;
$$;
