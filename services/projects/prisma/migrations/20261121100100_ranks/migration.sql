-- What Prisma cannot say: identities of live rows, and the history of ranks, partitioned by month.

CREATE UNIQUE INDEX "site_live_identity" ON "site" ("account_id", "domain", "name") WHERE "deleted_at" IS NULL;
CREATE UNIQUE INDEX "tracked_domain_live_identity" ON "tracked_domain" ("site_id", "domain", "kind") WHERE "deleted_at" IS NULL;
CREATE UNIQUE INDEX "tracked_domain_live_own" ON "tracked_domain" ("site_id") WHERE "deleted_at" IS NULL AND "kind" = 'own';
CREATE UNIQUE INDEX "keyword_live_identity" ON "keyword" ("site_id", "identity", "country", "language") WHERE "deleted_at" IS NULL;

CREATE SCHEMA ranks;

-- A results page in compact form: hosts in rank order, kept for ever; their addresses only for a set time.
CREATE TABLE ranks.results_page (
  target_id text NOT NULL,
  fetched_at timestamptz(3) NOT NULL,
  source text NOT NULL,
  sandbox boolean NOT NULL,
  depth integer NOT NULL,
  -- US dollars, where the provider says what it charges.
  cost_usd numeric(12, 6),
  hosts text[] NOT NULL,
  urls text[],
  PRIMARY KEY (target_id, fetched_at)
) PARTITION BY RANGE (fetched_at);

-- 0: looked and not found within depth. A keyword's earlier histories have a lower epoch.
CREATE TABLE ranks.position (
  keyword_id text NOT NULL,
  epoch integer NOT NULL,
  domain_id text NOT NULL,
  checked_at timestamptz(3) NOT NULL,
  position integer NOT NULL CHECK (position >= 0),
  url text,
  depth integer NOT NULL,
  source text NOT NULL,
  sandbox boolean NOT NULL,
  PRIMARY KEY (keyword_id, epoch, domain_id, checked_at)
) PARTITION BY RANGE (checked_at);

CREATE TABLE ranks.results_page_default PARTITION OF ranks.results_page DEFAULT;
CREATE TABLE ranks.position_default PARTITION OF ranks.position DEFAULT;


-- Makes the partitions of `months` months from the month of `first` on, and answers how many are new.
-- Rows that the default partition took in the meantime move to the new one.
CREATE FUNCTION ranks.ensure_partitions(first date, months integer) RETURNS integer LANGUAGE plpgsql AS $$
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
    FOR parent IN SELECT * FROM (VALUES ('results_page', 'fetched_at'), ('position', 'checked_at')) AS p (name, at) LOOP
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

-- What the checks of a UTC day cost or may cost, in US dollars, over all replicas.
CREATE TABLE ranks.spend (day date PRIMARY KEY, usd numeric(14, 6) NOT NULL);
