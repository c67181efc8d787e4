SET LOCAL lock_timeout = '3s';

-- When a site or keyword was last written.

-- The transaction takes its id before the time: see lists/horizon.sql.ts.
CREATE FUNCTION note_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_current_xact_id();
  NEW.updated_at := clock_timestamp();
  RETURN NEW;
END $$;

CREATE TRIGGER site_updated BEFORE INSERT OR UPDATE OF updated_at, account_id, name, domain, tags, description, country, language,
  auto_add_preference, checks_paused_at, frozen ON site FOR EACH ROW EXECUTE FUNCTION note_update();
CREATE TRIGGER keyword_updated BEFORE INSERT OR UPDATE OF updated_at, phrase, country, language, device, location, frozen,
  last_check_status, last_check_at, last_check_error ON keyword FOR EACH ROW EXECUTE FUNCTION note_update();

-- The history of ranks, as it is read.

-- The number of a source, which is new if it has none.
CREATE FUNCTION ranks.source_of(wanted text, is_sandbox boolean) RETURNS smallint LANGUAGE plpgsql AS $$
DECLARE
  found smallint;
BEGIN
  LOOP
    SELECT id INTO found FROM ranks.source WHERE name = wanted AND sandbox = is_sandbox;
    IF found IS NOT NULL THEN RETURN found; END IF;
    INSERT INTO ranks.source (name, sandbox) VALUES (wanted, is_sandbox) ON CONFLICT DO NOTHING;
  END LOOP;
END $$;

-- The only way to read positions.
CREATE VIEW ranks.history AS
SELECT r.keyword, r.domain, r.epoch, r.checked_at, r.position, r.url, r.depth::integer AS depth, s.name AS source, s.sandbox
FROM ranks.rank r LEFT JOIN ranks.source s ON s.id = r.source;

-- The only way to read results pages: by their target.
CREATE VIEW ranks.page_history AS
SELECT t.id AS target_id, p.fetched_at, s.name AS source, s.sandbox, p.depth::integer AS depth, p.hosts, d.details,
  b.hosts AS base_hosts, bd.details AS base_details
FROM page_target t JOIN ranks.page p ON p.page = t.seq JOIN ranks.source s ON s.id = p.source
LEFT JOIN ranks.page_detail d ON d.page = p.page AND d.fetched_at = p.fetched_at
LEFT JOIN ranks.page b ON b.page = p.page AND b.fetched_at = p.base_at
LEFT JOIN ranks.page_detail bd ON bd.page = p.page AND bd.fetched_at = p.base_at;

-- Its months, made before they are written to and ended as a whole.

-- Their months. DEFAULT partitions, which take what has no month, are not among them.
CREATE VIEW ranks.month AS
SELECT b.name AS parent, c.relname::text AS name, bounds[1]::timestamptz AS starts, bounds[2]::timestamptz AS ends
FROM ranks.by_month b
JOIN pg_inherits i ON i.inhparent = to_regclass(format('ranks.%I', b.name))
JOIN pg_class c ON c.oid = i.inhrelid
CROSS JOIN LATERAL regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \(''(.+)''\) TO \(''(.+)''\)') AS bounds
WHERE bounds IS NOT NULL;

-- Makes the month of a time, and says whether it was missing. Its rows in DEFAULT move there: readers of the table wait until they have.
-- Whoever has to wait for others longer than a moment gives up instead: readers queue behind the wait.
CREATE FUNCTION ranks.make_month(parent_name text, moment timestamptz) RETURNS boolean
LANGUAGE plpgsql SET lock_timeout = '300ms' AS $$
DECLARE
  starts timestamptz := date_trunc('month', moment, 'UTC');
  ends timestamptz := (starts AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC';
  part text := parent_name || to_char(starts AT TIME ZONE 'UTC', '_YYYY_MM');
  at text := (SELECT b.at FROM ranks.by_month b WHERE b.name = parent_name);
BEGIN
  IF EXISTS (SELECT FROM ranks.month m WHERE m.parent = parent_name AND m.name = part) THEN RETURN false; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('ranks.ensure_partitions'));
  IF EXISTS (SELECT FROM ranks.month m WHERE m.parent = parent_name AND m.name = part) THEN RETURN false; END IF;
  EXECUTE format('CREATE TABLE ranks.%I (LIKE ranks.%I INCLUDING ALL)', part, parent_name);
  EXECUTE format('LOCK TABLE ranks.%I IN ACCESS EXCLUSIVE MODE', parent_name || '_default');
  EXECUTE format(
    'WITH moved AS (DELETE FROM ranks.%1$I WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *) INSERT INTO ranks.%5$I SELECT * FROM moved',
    parent_name || '_default', at, starts, ends, part);
  EXECUTE format('ALTER TABLE ranks.%I ATTACH PARTITION ranks.%I FOR VALUES FROM (%L) TO (%L)', parent_name, part, starts, ends);
  RETURN true;
END $$;

-- Ends the oldest month that is over before a time, with its rows, and answers its name; null if there is none. Not CONCURRENTLY: Postgres
-- refuses that beside a DEFAULT partition. Nothing is read, so the table is locked for a moment only, or not at all.
CREATE FUNCTION ranks.drop_month(parent_name text, before timestamptz) RETURNS text
LANGUAGE plpgsql SET lock_timeout = '300ms' AS $$
DECLARE
  part text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('ranks.ensure_partitions'));
  SELECT m.name INTO part FROM ranks.month m WHERE m.parent = parent_name AND m.ends <= before ORDER BY m.ends LIMIT 1;
  IF part IS NULL THEN RETURN NULL; END IF;
  EXECUTE format('ALTER TABLE ranks.%I DETACH PARTITION ranks.%I', parent_name, part);
  EXECUTE format('DROP TABLE ranks.%I', part);
  RETURN part;
END $$;

-- How many rows of each table have no month, counted up to `most`, and the time of the oldest.
CREATE FUNCTION ranks.outside_months(most integer) RETURNS TABLE (name text, n integer, oldest timestamptz) LANGUAGE plpgsql STABLE AS $$
DECLARE
  by_month record;
BEGIN
  FOR by_month IN SELECT b.name, b.at FROM ranks.by_month b ORDER BY b.name LOOP
    RETURN QUERY EXECUTE format(
      'SELECT %1$L, count(*)::int, min(%3$I)::timestamptz FROM (SELECT %3$I FROM ranks.%2$I LIMIT %4$s) rows',
      by_month.name, by_month.name || '_default', by_month.at, most);
  END LOOP;
END $$;

-- Makes `months` months from that of `first` on in every table, and answers how many were missing.
CREATE FUNCTION ranks.ensure_partitions(first date, months integer) RETURNS integer LANGUAGE sql AS $$
  SELECT count(*) FILTER (WHERE ranks.make_month(b.name, (first::timestamp + make_interval(months => i)) AT TIME ZONE 'UTC'))::int
  FROM ranks.by_month b, generate_series(0, months - 1) i
$$;

-- Deletes all but the last position of each UTC day of the next `most` keywords of a month that ended before `until`. Answers whether
-- there is more to do that no other replica does.
CREATE FUNCTION ranks.thin_step(until timestamptz, most integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  next ranks.thinned;
  last bigint;
BEGIN
  INSERT INTO ranks.thinned (part)
  SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'ranks.rank'::regclass AND c.relname ~ '^rank_\d{4}_\d\d$'
    AND to_date(substr(c.relname, 6), 'YYYY_MM') + interval '1 month' <= until AT TIME ZONE 'UTC'
    AND NOT EXISTS (SELECT FROM ranks.thinned t WHERE t.part = c.relname)
  ON CONFLICT DO NOTHING;
  DELETE FROM ranks.thinned WHERE to_regclass(format('ranks.%I', part)) IS NULL;
  SELECT * INTO next FROM ranks.thinned WHERE keyword IS NOT NULL ORDER BY part LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN false; END IF;
  SELECT max(seq) INTO last FROM (SELECT seq FROM keyword WHERE seq > next.keyword ORDER BY seq LIMIT most) k;
  EXECUTE format(
    'DELETE FROM ranks.%1$I r WHERE r.keyword > $1 AND r.keyword <= $2 AND EXISTS (
      SELECT FROM ranks.%1$I l WHERE l.keyword = r.keyword AND l.epoch = r.epoch AND l.domain = r.domain AND l.checked_at > r.checked_at
        AND l.checked_at < (date_trunc(''day'', r.checked_at AT TIME ZONE ''UTC'') + interval ''1 day'') AT TIME ZONE ''UTC'')',
    next.part) USING next.keyword, last;
  UPDATE ranks.thinned SET keyword = last WHERE part = next.part;
  RETURN true;
END $$;

-- Notable changes of ranks.

CREATE FUNCTION ranks.is_ahead(rival integer, own integer) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN rival > 0 AND (own = 0 OR rival < own);

-- Whether a check is notable beside the one before it. Of the site's own domain: the keyword came into the top ten, left it, or ranked with
-- another page. Of a competitor: it came ahead of the site.
CREATE FUNCTION ranks.is_notable(
  is_own boolean, place integer, url text, own integer, before_place integer, before_url text, before_own integer
) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN is_own THEN url IS DISTINCT FROM before_url OR (place BETWEEN 1 AND 10) <> (before_place BETWEEN 1 AND 10)
  ELSE ranks.is_ahead(place, own) AND NOT ranks.is_ahead(before_place, before_own) END;

-- Whether a rank can be compared with the one before it: one that was not found is only known to be beyond its depth. Unknown depths
-- are those of other rank trackers.
CREATE FUNCTION ranks.is_comparable(place integer, depth integer, before_place integer, before_depth integer)
RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(place > 0 OR before_place <= depth, true) AND coalesce(before_place > 0 OR place <= before_depth, true);

-- Finds the notable changes of keywords anew in their checks since a time, or only those of a competitor. A page has one time for all who are on it.
CREATE FUNCTION ranks.find_notable_changes(keywords text[], rival_id text DEFAULT NULL, first_at timestamptz DEFAULT '-infinity')
RETURNS void LANGUAGE sql AS $$
  -- One after the other, so that each sees the checks of the one before.
  SELECT FROM keyword WHERE id = ANY(keywords) ORDER BY id FOR NO KEY UPDATE;
  DELETE FROM ranks.notable_change t
  WHERE t.own_id IN (SELECT d.id FROM keyword k JOIN tracked_domain d ON d.site_id = k.site_id AND d.kind = 'own' WHERE k.id = ANY(keywords))
    AND (rival_id IS NULL OR t.domain_id = rival_id) AND t.checked_at >= first_at AND t.keyword_id = ANY(keywords);
  WITH page AS (
    SELECT own.id AS own_id, d.id AS domain_id, k.id AS keyword_id, p.epoch, p.checked_at, p.position, p.url, p.depth,
      max(p.position) FILTER (WHERE d.id = own.id) OVER (PARTITION BY p.keyword, p.checked_at) AS own
    FROM keyword k
    JOIN tracked_domain own ON own.site_id = k.site_id AND own.kind = 'own' AND own.deleted_at IS NULL
    JOIN ranks.history p ON p.keyword = k.seq AND p.epoch = k.epoch AND p.checked_at >= first_at
    JOIN tracked_domain d ON d.seq = p.domain
    WHERE k.id = ANY(keywords) AND (rival_id IS NULL OR d.id IN (own.id, rival_id))),
  seen AS (
    SELECT own_id, domain_id, checked_at, keyword_id, epoch, position, url, own, lag(checked_at) OVER w AS before_at,
      lag(position) OVER w AS before_position, lag(url) OVER w AS before_url, lag(own) OVER w AS before_own, depth, lag(depth) OVER w AS before_depth
    FROM page WHERE own IS NOT NULL AND (rival_id IS NULL OR domain_id = rival_id)
    WINDOW w AS (PARTITION BY keyword_id, domain_id ORDER BY checked_at))
  INSERT INTO ranks.notable_change (own_id, domain_id, checked_at, keyword_id, epoch, position, url, own, before_at, before_position, before_url, before_own)
  SELECT own_id, domain_id, checked_at, keyword_id, epoch, position, url, own, before_at, before_position, before_url, before_own FROM seen
  WHERE before_at IS NOT NULL AND ranks.is_notable(domain_id = own_id, position, url, own, before_position, before_url, before_own)
    AND ranks.is_comparable(position, depth, before_position, before_depth);
$$;

-- Checks that could not be stored.

-- A deletion, another phrase and another domain end the history that the ranks would belong to.
CREATE FUNCTION ranks.drop_unstored_of_keyword() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM ranks.unstored_check WHERE keyword_id = NEW.id;
  RETURN NULL;
END $$;
CREATE FUNCTION ranks.drop_unstored_of_site() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM ranks.unstored_check WHERE keyword_id IN (SELECT id FROM keyword WHERE site_id = NEW.id);
  RETURN NULL;
END $$;

CREATE TRIGGER keyword_drops_unstored AFTER UPDATE OF epoch, deleted_at ON keyword FOR EACH ROW
  WHEN (NEW.epoch <> OLD.epoch OR NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION ranks.drop_unstored_of_keyword();
CREATE TRIGGER site_drops_unstored AFTER UPDATE OF domain_since, deleted_at ON site FOR EACH ROW
  WHEN (NEW.domain_since <> OLD.domain_since OR NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION ranks.drop_unstored_of_site();
