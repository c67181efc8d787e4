-- What Prisma cannot say: positions in the fewest bytes. They stood in `ranks.position`, which is emptied in the background.

-- `keyword` and `domain` are `seq` of keyword and tracked_domain. The columns stand in the order in which none is padded.
CREATE TABLE ranks.rank (
  keyword bigint NOT NULL,
  checked_at timestamptz(3) NOT NULL,
  domain integer NOT NULL,
  epoch integer NOT NULL,
  -- 0: looked and not found within depth.
  position integer NOT NULL CHECK (position >= 0),
  -- Unknown for positions that another rank tracker found.
  depth smallint,
  source smallint NOT NULL,
  -- 1 organic, 2 featured snippet, 3 local, 4 video; unknown where the page did not say.
  kind smallint,
  -- Whether an AI overview of the page cites the domain; unknown where the page did not say.
  ai_cited boolean,
  url text,
  -- The site's further addresses on the page, in rank order; null if there is none.
  more_urls text[],
  PRIMARY KEY (keyword, epoch, domain, checked_at)
) PARTITION BY RANGE (checked_at);
CREATE TABLE ranks.rank_default PARTITION OF ranks.rank DEFAULT;

-- Makes the partitions of `months` months from the month of `first` on, and answers how many are new.
-- Rows that the default partition took in the meantime move to the new one.
CREATE OR REPLACE FUNCTION ranks.ensure_partitions(first date, months integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  parent record;
  starts timestamptz;
  ends timestamptz;
  part text;
  made integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('ranks.ensure_partitions'));
  FOR i IN 0 .. months - 1 LOOP
    starts := (date_trunc('month', first::timestamp) + make_interval(months => i)) AT TIME ZONE 'UTC';
    ends := (date_trunc('month', first::timestamp) + make_interval(months => i + 1)) AT TIME ZONE 'UTC';
    FOR parent IN SELECT * FROM (VALUES ('results_page', 'fetched_at'), ('rank', 'checked_at')) AS p (name, at) LOOP
      part := parent.name || to_char(starts AT TIME ZONE 'UTC', '_YYYY_MM');
      CONTINUE WHEN to_regclass(format('ranks.%I', part)) IS NOT NULL;
      EXECUTE format('LOCK TABLE ranks.%I IN ACCESS EXCLUSIVE MODE', parent.name || '_default');
      EXECUTE format('CREATE TABLE ranks.%I (LIKE ranks.%I INCLUDING ALL)', part, parent.name);
      EXECUTE format(
        'WITH moved AS (DELETE FROM ranks.%1$I WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *) INSERT INTO ranks.%5$I SELECT * FROM moved',
        parent.name || '_default', parent.at, starts, ends, part);
      EXECUTE format('ALTER TABLE ranks.%I ATTACH PARTITION ranks.%I FOR VALUES FROM (%L) TO (%L)', parent.name, part, starts, ends);
      made := made + 1;
    END LOOP;
  END LOOP;
  RETURN made;
END $$;


-- The only way to read positions.
CREATE FUNCTION ranks.read_ranks_alone() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  CREATE OR REPLACE VIEW ranks.history AS
  SELECT r.keyword, r.domain, r.epoch, r.checked_at, r.position, r.url, r.depth::integer AS depth, s.name AS source, s.sandbox
  FROM ranks.rank r LEFT JOIN ranks.source s ON s.id = r.source;
END $$;

-- The partitions of `ranks.position` that are still to be emptied: from when on, their next block, and what became of their rows.
CREATE TABLE ranks.move (
  part text PRIMARY KEY,
  begins_at timestamptz NOT NULL,
  next_block bigint NOT NULL DEFAULT 0,
  moved bigint NOT NULL DEFAULT 0,
  orphans bigint NOT NULL DEFAULT 0
);

-- Moves the rows that `gone` deletes. Those whose keyword or domain no longer exists are orphans, and are dropped.
CREATE FUNCTION ranks.move_rows(gone text, OUT moved bigint, OUT orphans bigint) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'WITH gone AS MATERIALIZED (%s RETURNING *),
    named AS MATERIALIZED (
      SELECT source, sandbox, ranks.source_of(source, sandbox) AS id FROM (SELECT DISTINCT source, sandbox FROM gone) s),
    known AS MATERIALIZED (
      SELECT g.*, k.seq AS keyword, d.seq::integer AS domain, n.id AS source_id
      FROM gone g JOIN named n USING (source, sandbox) JOIN keyword k ON k.id = g.keyword_id JOIN tracked_domain d ON d.id = g.domain_id),
    stored AS (
      INSERT INTO ranks.rank (keyword, checked_at, domain, epoch, position, depth, source, url)
      SELECT keyword, checked_at, domain, epoch, position, depth, source_id, url FROM known ON CONFLICT DO NOTHING)
    SELECT (SELECT count(*) FROM known), (SELECT count(*) FROM gone) - (SELECT count(*) FROM known)', gone) INTO moved, orphans;
END $$;

-- Moves all rows of keywords; for those who write ranks from before, which would otherwise stand beside the ones to be moved.
CREATE FUNCTION ranks.move_history(keywords text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF to_regclass('ranks.position') IS NULL THEN RETURN; END IF;
  PERFORM ranks.move_rows(format('DELETE FROM ranks.position WHERE keyword_id = ANY(%L)', keywords));
END $$;

-- Moves the rows of the next blocks of a partition that no other replica has, or drops it when it is empty. Answers whether it did:
-- not, if there is none, or if readers hold it.
CREATE FUNCTION ranks.move_step(at timestamptz, blocks integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  next ranks.move;
  done record;
  is_left boolean;
BEGIN
  SELECT * INTO next FROM ranks.move WHERE begins_at <= at ORDER BY part LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN false; END IF;
  IF next.next_block < pg_relation_size(format('ranks.%I', next.part)::regclass) / current_setting('block_size')::bigint THEN
    done := ranks.move_rows(format('DELETE FROM ranks.%I WHERE ctid >= ''(%s,0)'' AND ctid < ''(%s,0)''',
      next.part, next.next_block, next.next_block + blocks));
    UPDATE ranks.move m SET next_block = next.next_block + blocks, moved = m.moved + done.moved, orphans = m.orphans + done.orphans
    WHERE part = next.part;
    RETURN true;
  END IF;
  PERFORM set_config('lock_timeout', '200ms', true);
  LOCK TABLE ranks.position IN ACCESS EXCLUSIVE MODE;
  -- The release before may have written behind the last block.
  EXECUTE format('SELECT EXISTS (SELECT FROM ranks.%I)', next.part) INTO is_left;
  IF is_left THEN
    UPDATE ranks.move SET next_block = 0 WHERE part = next.part;
    RETURN true;
  END IF;
  EXECUTE format('DROP TABLE ranks.%I', next.part);
  DELETE FROM ranks.move WHERE part = next.part;
  IF NOT EXISTS (SELECT FROM ranks.move) THEN
    PERFORM ranks.read_ranks_alone();
    DROP TABLE ranks.position;
  END IF;
  RETURN true;
EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
  RETURN false;
END $$;

SELECT ranks.read_ranks_alone();

CREATE OR REPLACE FUNCTION ranks.find_turns(keywords text[], rival_id text DEFAULT NULL, first_at timestamptz DEFAULT '-infinity')
RETURNS void LANGUAGE sql AS $$
  -- One after the other, so that each sees the checks of the one before.
  SELECT FROM keyword WHERE id = ANY(keywords) ORDER BY id FOR NO KEY UPDATE;
  DELETE FROM ranks.turn t
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
  INSERT INTO ranks.turn (own_id, domain_id, checked_at, keyword_id, epoch, position, url, own, before_at, before_position, before_url, before_own)
  SELECT own_id, domain_id, checked_at, keyword_id, epoch, position, url, own, before_at, before_position, before_url, before_own FROM seen
  WHERE before_at IS NOT NULL AND ranks.is_turn(domain_id = own_id, position, url, own, before_position, before_url, before_own)
    AND ranks.is_comparable(position, depth, before_position, before_depth);
$$;

-- It begins a day later: until then the release before can come back to what it wrote.
DO $$
DECLARE
  part text;
BEGIN
  IF NOT EXISTS (SELECT FROM ranks.position) THEN
    DROP TABLE ranks.position;
    RETURN;
  END IF;
  FOR part IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'ranks.position'::regclass LOOP
    INSERT INTO ranks.move (part, begins_at) VALUES (part, now() + interval '1 day');
    IF part <> 'position_default' THEN
      PERFORM ranks.ensure_partitions(to_date(substr(part, length('position_') + 1), 'YYYY_MM'), 1);
    END IF;
  END LOOP;
  CREATE OR REPLACE VIEW ranks.history AS
  SELECT r.keyword, r.domain, r.epoch, r.checked_at, r.position, r.url, r.depth::integer AS depth, s.name AS source, s.sandbox
  FROM ranks.rank r LEFT JOIN ranks.source s ON s.id = r.source
  UNION ALL
  SELECT k.seq, d.seq::integer, p.epoch, p.checked_at, p.position, p.url, p.depth, p.source, p.sandbox
  FROM ranks.position p JOIN keyword k ON k.id = p.keyword_id JOIN tracked_domain d ON d.id = p.domain_id;
END $$;
