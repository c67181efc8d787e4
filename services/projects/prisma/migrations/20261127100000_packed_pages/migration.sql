SET LOCAL lock_timeout = '5s';

-- What Prisma cannot say: a number for which no row is written anew. New targets have one, the others get it when they are claimed.
ALTER TABLE "page_target" ADD COLUMN "seq" BIGINT;
CREATE SEQUENCE "page_target_seq_seq" OWNED BY "page_target"."seq";
ALTER TABLE "page_target" ALTER COLUMN "seq" SET DEFAULT nextval('page_target_seq_seq');

-- What Prisma cannot say: results pages in the fewest bytes. They stood in `ranks.results_page`, which is emptied in the background.

-- `page` is `seq` of page_target. The service packs and unpacks the bytes (rank-checks/rules/packed-page.ts): MAIN, because Postgres
-- would look in vain for what it can compress, and put what is long elsewhere.
CREATE TABLE ranks.page (
  page bigint NOT NULL,
  fetched_at timestamptz(3) NOT NULL,
  -- The earlier page of the same month whose changes it is; null where it stands alone.
  base_at timestamptz(3),
  source smallint NOT NULL,
  depth smallint NOT NULL,
  -- US dollars, where the provider says what it charges.
  cost_usd numeric(12, 6),
  hosts bytea STORAGE MAIN NOT NULL,
  PRIMARY KEY (page, fetched_at)
) PARTITION BY RANGE (fetched_at);
-- What is kept for a set time: whole months of it end.
CREATE TABLE ranks.page_detail (
  page bigint NOT NULL,
  fetched_at timestamptz(3) NOT NULL,
  details bytea STORAGE MAIN NOT NULL,
  PRIMARY KEY (page, fetched_at)
) PARTITION BY RANGE (fetched_at);
CREATE TABLE ranks.page_default PARTITION OF ranks.page DEFAULT;
CREATE TABLE ranks.page_detail_default PARTITION OF ranks.page_detail DEFAULT;

-- What is still written to the old table has its months, or goes to its DEFAULT: a new month would not be emptied.
DELETE FROM ranks.by_month WHERE name = 'results_page';
INSERT INTO ranks.by_month (name, at) VALUES ('page', 'fetched_at'), ('page_detail', 'fetched_at');

-- The only way to read results pages: by their target, whose number has no index, which would be written three times a check.
CREATE FUNCTION ranks.end_old_pages() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- What only releases before this one used.
  DROP TABLE IF EXISTS ranks.chore;
  DROP FUNCTION IF EXISTS ranks.rank_of;
  CREATE OR REPLACE VIEW ranks.page_history AS
  SELECT t.id AS target_id, p.fetched_at, s.name AS source, s.sandbox, p.depth::integer AS depth, p.hosts, d.details,
    b.hosts AS base_hosts, bd.details AS base_details
  FROM page_target t JOIN ranks.page p ON p.page = t.seq JOIN ranks.source s ON s.id = p.source
  LEFT JOIN ranks.page_detail d ON d.page = p.page AND d.fetched_at = p.fetched_at
  LEFT JOIN ranks.page b ON b.page = p.page AND b.fetched_at = p.base_at
  LEFT JOIN ranks.page_detail bd ON bd.page = p.page AND bd.fetched_at = p.base_at;
END $$;

-- Hosts and details of the old table as the service packs them, uncompressed.
CREATE FUNCTION ranks.plain_hosts(hosts text[]) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT '\x00'::bytea || convert_to(array_to_string(hosts, E'\n'), 'UTF8')
$$;
CREATE FUNCTION ranks.plain_details(urls text[], questions text[]) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN urls IS NOT NULL OR questions IS NOT NULL THEN '\x00'::bytea || convert_to(concat_ws(E'\n',
    format('%s %s 0', coalesce(cardinality(urls), 0), coalesce(cardinality(questions), 0)),
    CASE WHEN cardinality(urls) > 0 THEN array_to_string(urls, E'\n', '') END,
    CASE WHEN cardinality(questions) > 0 THEN array_to_string(questions, E'\n', '') END), 'UTF8') END
$$;

-- The partitions of both old tables that are still to be emptied.
ALTER TABLE ranks.move ADD COLUMN parent text NOT NULL DEFAULT 'position';

-- Locks the next partition of an old table that no other replica has, and says whether all of its blocks are done.
CREATE FUNCTION ranks.next_part(old text, at timestamptz) RETURNS TABLE (part text, next_block bigint, is_over boolean)
LANGUAGE plpgsql AS $$
DECLARE
  next ranks.move;
BEGIN
  SELECT * INTO next FROM ranks.move m WHERE m.parent = old AND m.begins_at <= at ORDER BY m.part LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY SELECT next.part, next.next_block,
    next.next_block >= pg_relation_size(format('ranks.%I', next.part)::regclass) / current_setting('block_size')::bigint;
END $$;

-- Drops a partition whose blocks are done, and with the last one the old table. Answers whether it did: not, if readers hold it.
CREATE FUNCTION ranks.end_part(done text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  old text := (SELECT parent FROM ranks.move WHERE part = done);
  is_left boolean;
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  EXECUTE format('LOCK TABLE ranks.%I IN ACCESS EXCLUSIVE MODE', old);
  -- The release before may have written behind the last block.
  EXECUTE format('SELECT EXISTS (SELECT FROM ranks.%I)', done) INTO is_left;
  IF is_left THEN
    UPDATE ranks.move SET next_block = 0 WHERE part = done;
    RETURN true;
  END IF;
  EXECUTE format('DROP TABLE ranks.%I', done);
  DELETE FROM ranks.move WHERE part = done;
  IF EXISTS (SELECT FROM ranks.move WHERE parent = old) THEN RETURN true; END IF;
  IF old = 'position' THEN PERFORM ranks.read_ranks_alone(); ELSE PERFORM ranks.end_old_pages(); END IF;
  EXECUTE format('DROP TABLE ranks.%I', old);
  RETURN true;
EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
  RETURN false;
END $$;

CREATE OR REPLACE FUNCTION ranks.move_step(at timestamptz, blocks integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  next record;
  done record;
BEGIN
  SELECT * INTO next FROM ranks.next_part('position', at);
  IF NOT FOUND THEN RETURN false; END IF;
  IF next.is_over THEN RETURN ranks.end_part(next.part); END IF;
  done := ranks.move_rows(format('DELETE FROM ranks.%I WHERE ctid >= ''(%s,0)'' AND ctid < ''(%s,0)''',
    next.part, next.next_block, next.next_block + blocks));
  UPDATE ranks.move m SET next_block = next.next_block + blocks, moved = m.moved + done.moved, orphans = m.orphans + done.orphans
  WHERE m.part = next.part;
  RETURN true;
END $$;

-- Deletes the pages of the next blocks of a partition and answers them: the service packs them and stores them in the same transaction.
CREATE FUNCTION ranks.take_pages(old_part text, blocks integer) RETURNS TABLE (target_id text, is_orphan boolean, fetched_at timestamptz,
  source text, sandbox boolean, depth integer, cost_usd numeric, hosts bytea, details bytea) LANGUAGE plpgsql AS $$
DECLARE
  first bigint := (SELECT next_block FROM ranks.move WHERE part = old_part);
BEGIN
  EXECUTE format(
    'WITH t AS MATERIALIZED (
      SELECT id FROM page_target WHERE seq IS NULL AND id IN (SELECT target_id FROM ranks.%I WHERE ctid >= ''(%s,0)'' AND ctid < ''(%s,0)'')
      ORDER BY id FOR NO KEY UPDATE)
    UPDATE page_target p SET seq = nextval(''page_target_seq_seq'') FROM t WHERE p.id = t.id', old_part, first, first + blocks);
  RETURN QUERY EXECUTE format(
    'WITH gone AS MATERIALIZED (DELETE FROM ranks.%I WHERE ctid >= ''(%s,0)'' AND ctid < ''(%s,0)'' RETURNING *)
    SELECT g.target_id, t.id IS NULL, g.fetched_at, g.source, g.sandbox, g.depth, g.cost_usd, ranks.plain_hosts(g.hosts),
      ranks.plain_details(g.urls, g.questions)
    FROM gone g LEFT JOIN page_target t ON t.id = g.target_id', old_part, first, first + blocks);
END $$;

CREATE OR REPLACE FUNCTION ranks.thin_step(until timestamptz, most integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  next ranks.thinned;
  last bigint;
BEGIN
  -- A month is whole when all of its positions have moved.
  IF EXISTS (SELECT FROM ranks.move WHERE parent = 'position') THEN RETURN false; END IF;
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

-- It begins a day later: until then the release before can come back to what it wrote.
DO $$
DECLARE
  part text;
BEGIN
  -- Without any page there is no release before that writes one.
  IF NOT EXISTS (SELECT FROM page_target) AND NOT EXISTS (SELECT FROM ranks.results_page) THEN
    PERFORM ranks.end_old_pages();
    DROP TABLE ranks.results_page;
    RETURN;
  END IF;
  FOR part IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'ranks.results_page'::regclass LOOP
    INSERT INTO ranks.move (parent, part, begins_at) VALUES ('results_page', part, now() + interval '1 day');
    IF part <> 'results_page_default' THEN
      PERFORM ranks.ensure_partitions(to_date(substr(part, length('results_page_') + 1), 'YYYY_MM'), 1);
    END IF;
  END LOOP;
  CREATE OR REPLACE VIEW ranks.page_history AS
  SELECT t.id AS target_id, p.fetched_at, s.name AS source, s.sandbox, p.depth::integer AS depth, p.hosts, d.details,
    b.hosts AS base_hosts, bd.details AS base_details
  FROM page_target t JOIN ranks.page p ON p.page = t.seq JOIN ranks.source s ON s.id = p.source
  LEFT JOIN ranks.page_detail d ON d.page = p.page AND d.fetched_at = p.fetched_at
  LEFT JOIN ranks.page b ON b.page = p.page AND b.fetched_at = p.base_at
  LEFT JOIN ranks.page_detail bd ON bd.page = p.page AND bd.fetched_at = p.base_at
  UNION ALL
  SELECT r.target_id, r.fetched_at, r.source, r.sandbox, r.depth, ranks.plain_hosts(r.hosts), ranks.plain_details(r.urls, r.questions),
    NULL, NULL
  FROM ranks.results_page r;
END $$;
