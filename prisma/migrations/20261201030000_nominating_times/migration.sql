ALTER TABLE all_phase_times DROP CONSTRAINT phase_times_boundary,
  ADD CONSTRAINT phase_times_boundary CHECK (boundary IN ('nominatingOpens', 'nominatingCloses', 'opens', 'closes', 'announced')) NOT VALID;
