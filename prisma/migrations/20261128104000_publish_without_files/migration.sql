-- publish_edition() encoded all files again, and wrote them into the edition's row, while it kept ballots waiting: two seconds for
-- 20 MB. They are in edition_files, from where every release since the console reads them if the row has none.
DO $$
DECLARE
  v_function oid;
BEGIN
  FOR v_function IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.proname = 'publish_edition' LOOP
    EXECUTE replace(replace(pg_get_functiondef(v_function), 'edition_contents(p_manifest)', '''{}'''),
      '-- Processes read the files of the newest edition there; those of older ones are stored once, by their manifests.',
      '-- Earlier releases stored the files of the newest edition here.');
  END LOOP;
END $$;
