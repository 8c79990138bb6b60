-- Asks for the switch to the edition of a year at a time, or takes that back (null). A process of the server carries it out: see
-- switch_year(). One switch is planned at a time. Refused with the rule (see refuse_edition): draft (no edition of this year waits) and
-- unpublished (it has no version yet).
CREATE OR REPLACE FUNCTION plan_switch(p_year int4, p_at timestamptz, p_actor text, p_reason text, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM years y WHERE y.year = p_year AND y.state = 'draft' FOR UPDATE;
  IF NOT FOUND THEN PERFORM refuse_edition('draft', jsonb_build_object('year', p_year)); END IF;
  IF NOT EXISTS (SELECT FROM all_editions e WHERE e.year = p_year) THEN
    PERFORM refuse_edition('unpublished', jsonb_build_object('year', p_year));
  END IF;
  UPDATE years SET switch_at = NULL, switch_by = NULL, switch_reason = NULL WHERE switch_at IS NOT NULL;
  UPDATE years SET switch_at = p_at, switch_by = p_actor, switch_reason = p_reason WHERE year = p_year AND p_at IS NOT NULL;
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, 'edition.plan', p_year::text, p_reason, jsonb_build_object('switch', coalesce(moment_text(p_at), 'none')));
END $$;
