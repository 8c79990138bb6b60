-- Find an account by the beginning of any word of its name (findByWords).
CREATE INDEX CONCURRENTLY accounts_find_words ON accounts USING gin ((array_to_tsvector(array_remove(string_to_array(translate(lower(name), '-–’''ʼ".,', '        '), ' '), ''))));
