-- A tally is never lowered, moved or deleted.
CREATE OR REPLACE FUNCTION tally_only_grows() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF TG_OP <> 'UPDATE' OR NEW.count < OLD.count OR (NEW.nominee_id, NEW.slot) IS DISTINCT FROM (OLD.nominee_id, OLD.slot) THEN
    RAISE EXCEPTION 'tallies only grow' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER tallies_only_grow BEFORE UPDATE OR DELETE ON tallies FOR EACH ROW EXECUTE FUNCTION tally_only_grows();
ALTER TABLE tallies ENABLE ALWAYS TRIGGER tallies_only_grow;
