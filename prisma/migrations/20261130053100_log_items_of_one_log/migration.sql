-- log_items_once_a_year holds in its place.
DROP INDEX CONCURRENTLY log_items_once;
