-- A tile keeps what it has, and gets more behind it.
CREATE OR REPLACE FUNCTION log_tile_only_grows() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF TG_OP <> 'UPDATE' OR (NEW.year, NEW.level, NEW.tile) IS DISTINCT FROM (OLD.year, OLD.level, OLD.tile)
     OR octet_length(NEW.data) <= octet_length(OLD.data)
     OR substr(NEW.data, 1, octet_length(OLD.data)) <> OLD.data THEN
    RAISE EXCEPTION 'tiles of the log only grow' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER log_tiles_only_grow BEFORE UPDATE OR DELETE ON all_log_tiles FOR EACH ROW EXECUTE FUNCTION log_tile_only_grows();
ALTER TABLE all_log_tiles ENABLE ALWAYS TRIGGER log_tiles_only_grow;
