-- Withdraws the proofs that are too old for the current edition (`reverify` in its files, in months before it became the current one):
-- who has only such proofs is asked for new ones. The first edition has none.
CREATE OR REPLACE FUNCTION withdraw_old_proofs(p_facts jsonb, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_began timestamptz := (SELECT y.began_at FROM years y WHERE y.state = 'current' AND y.year = edition_year());
BEGIN
  UPDATE phone_verifications SET revoked_at = p_now
   WHERE revoked_at IS NULL AND verified_at < v_began - make_interval(months => (p_facts ->> 'reverify.phone')::int4);
  UPDATE social_links SET revoked_at = p_now
   WHERE revoked_at IS NULL AND verified_at < v_began - make_interval(months => (p_facts ->> 'reverify.social')::int4);
END $$;
