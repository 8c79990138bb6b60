-- Notes that a person edits a draft, and in which field they are (null: in none), and forgets those who were not here for a minute.
-- Returns the draft's revision and who edits it; null if there is no such draft.
CREATE OR REPLACE FUNCTION note_draft_editor(p_draft int4, p_actor text, p_field text, p_now timestamptz) RETURNS jsonb
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE edition_drafts d
     SET editors = jsonb_build_object(p_actor, jsonb_build_object('at', p_now, 'field', p_field)) ||
         coalesce((SELECT jsonb_object_agg(e.key, e.value) FROM jsonb_each(d.editors) e
                    WHERE e.key <> p_actor AND (e.value ->> 'at')::timestamptz > p_now - interval '1 minute'), '{}')
   WHERE id = p_draft
  RETURNING jsonb_build_object('revision', revision, 'editors', editors)
$$;
