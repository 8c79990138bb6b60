-- Spends a challenge. False if it was spent before.
CREATE OR REPLACE FUNCTION team_spend(p_challenge bytea, p_expires timestamptz, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM team_challenges WHERE expires_at <= p_now;
  INSERT INTO team_challenges (hash, expires_at) VALUES (p_challenge, p_expires) ON CONFLICT DO NOTHING;
  RETURN FOUND;
END $$;
