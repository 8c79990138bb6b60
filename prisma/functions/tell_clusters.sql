-- Marks open clusters as told, each once, and returns those of which nobody was told before; none while an alarm has been queued since
-- p_quiet_since, the beginning of the night. Callers take turns until they commit, with the alarm's messages.
CREATE OR REPLACE FUNCTION tell_clusters(p_ids int4[], p_quiet_since timestamptz, p_now timestamptz) RETURNS SETOF int4
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(5203198);
  RETURN QUERY
    UPDATE clusters c SET told_at = p_now
     WHERE c.id = ANY (p_ids) AND c.year = edition_year() AND c.state = 'open' AND c.told_at IS NULL
       AND NOT EXISTS (SELECT FROM messages m WHERE m.purpose = 'cluster_alarm' AND m.created_at >= p_quiet_since)
    RETURNING c.id;
END $$;
