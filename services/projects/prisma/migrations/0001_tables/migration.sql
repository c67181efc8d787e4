SET LOCAL lock_timeout = '3s';

-- History and the queue are in a schema that Prisma does not know.
CREATE SCHEMA ranks;

-- Accounts and sites.

-- What is known of accounts: from the gateway's facts, and from signed callers before the first fact arrives.
CREATE TABLE account (
  id text PRIMARY KEY,
  plan text NOT NULL,
  status text NOT NULL DEFAULT 'active',
  version bigint NOT NULL DEFAULT 0,
  -- When this plan was true; older knowledge never replaces newer.
  known_at timestamptz(3) NOT NULL,
  -- Null: as often as the plan says.
  check_every_days integer
);

-- For how many days a check of a plan's accounts counts, as at the last start: the operator may change it.
CREATE TABLE plan_reach (
  plan text PRIMARY KEY,
  days integer NOT NULL
);

CREATE TABLE site (
  id text PRIMARY KEY,
  seq bigserial NOT NULL,
  account_id text NOT NULL REFERENCES account ON DELETE RESTRICT ON UPDATE CASCADE,
  name text NOT NULL,
  domain text NOT NULL,
  tags text[],
  description text,
  country text NOT NULL,
  language text NOT NULL,
  auto_add_preference text,
  checks_paused_at timestamptz(3),
  -- Beyond the plan: readable, and nothing starts for it.
  frozen boolean NOT NULL DEFAULT false,
  domain_since timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- When what lists show of it was last written: by a trigger.
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version bigint NOT NULL DEFAULT 1,
  -- The guest's account that the site came from.
  claimed_from text,
  -- Its property in the search console.
  search_property text,
  -- How deep its pages are read, in organic results, and whether by need: null for the plan's depth and the service's default.
  depth integer,
  smart boolean,
  -- For how many days a check counted until when, oldest first; later ones count as the account's rhythm says.
  reach_ends timestamptz(3)[] NOT NULL DEFAULT '{}',
  reach_days integer[] NOT NULL DEFAULT '{}',
  -- Its place among the account's sites under the plan's limit, once it was restored; null: that of seq.
  limit_seq bigint,
  deleted_at timestamptz(3),
  -- Deleted, and can be restored; deleted_by is `person:ID` or `key:ID`.
  in_trash boolean NOT NULL DEFAULT false,
  deleted_by text
);
CREATE UNIQUE INDEX site_seq_key ON site (seq);
CREATE INDEX site_account_id_seq_idx ON site (account_id, seq);
CREATE INDEX site_claimed_from_idx ON site (claimed_from);
CREATE UNIQUE INDEX site_live_identity ON site (account_id, domain, name) WHERE deleted_at IS NULL;
CREATE INDEX site_trash ON site (account_id, deleted_at) WHERE in_trash;
CREATE INDEX site_tombstone ON site (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX site_ending ON site (deleted_at) WHERE deleted_at IS NOT NULL AND NOT in_trash;

-- The site's own domain and its competitors. A changed own domain is a new row: its history starts anew.
CREATE TABLE tracked_domain (
  id text PRIMARY KEY,
  -- Never given anew: history has it as `domain`.
  seq bigserial NOT NULL,
  site_id text NOT NULL REFERENCES site ON DELETE CASCADE ON UPDATE CASCADE,
  domain text NOT NULL,
  kind text NOT NULL,
  since timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  -- The last keyword whose past a new competitor has been given; null once all have.
  past_seq bigint,
  -- The last keyword whose positions of this removed domain are deleted.
  ended_seq bigint
);
CREATE UNIQUE INDEX tracked_domain_seq_key ON tracked_domain (seq);
CREATE INDEX tracked_domain_site_id_idx ON tracked_domain (site_id);
CREATE UNIQUE INDEX tracked_domain_live_identity ON tracked_domain (site_id, domain, kind) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX tracked_domain_live_own ON tracked_domain (site_id) WHERE deleted_at IS NULL AND kind = 'own';
CREATE INDEX tracked_domain_tombstone ON tracked_domain (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX tracked_domain_unfilled ON tracked_domain (seq) WHERE past_seq IS NOT NULL;

-- What happened to a site on a day, for its charts.
CREATE TABLE note (
  id text PRIMARY KEY,
  site_id text NOT NULL REFERENCES site ON DELETE CASCADE ON UPDATE CASCADE,
  day date NOT NULL,
  text text NOT NULL,
  person_id text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX note_site_id_day_text_key ON note (site_id, day, text);

-- A way in which people look at the keywords of a site: the filters of the page, by name.
CREATE TABLE saved_view (
  id text PRIMARY KEY,
  site_id text NOT NULL REFERENCES site ON DELETE CASCADE ON UPDATE CASCADE,
  name text NOT NULL,
  search jsonb NOT NULL,
  person_id text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX saved_view_site_id_name_key ON saved_view (site_id, name);

-- Results pages that are asked for, and the queue of those that are due.
-- Each check updates rows in place where their block has room (fillfactor): then no index is written.

-- What is searched as 16 bytes: each check writes the index of pages. No place is one of the places. An index needs the function.
CREATE FUNCTION ranks.search_key(identity text, country text, language text, device text, location text) RETURNS uuid
IMMUTABLE PARALLEL SAFE LANGUAGE sql AS $$
  SELECT md5(identity || E'\n' || country || E'\n' || language || E'\n' || device || E'\n' || coalesce(location, ''))::uuid
$$;

CREATE TABLE page_target (
  id text PRIMARY KEY,
  -- Never given anew: history has it as `page`. It has no index, which would be written three times a check.
  seq bigserial NOT NULL,
  identity text NOT NULL,
  phrase text NOT NULL,
  country text NOT NULL,
  language text NOT NULL,
  device text NOT NULL DEFAULT 'desktop',
  location text,
  -- How many organic results the task under way asks for.
  depth integer NOT NULL DEFAULT 100,
  -- The time of day at which it is checked, so that checks spread over the day.
  slot_seconds integer NOT NULL,
  -- When the first of its keywords is due, or what failed is tried again.
  next_due_at timestamptz(3),
  -- Its place among the due pages: null until it is due and was given a slot.
  lane smallint,
  queue_slot bigint,
  -- A keyword came to it while it waited: its slot may be a better one.
  joined boolean NOT NULL DEFAULT false,
  lease_until timestamptz(6),
  -- The claim that has the page, while its work goes on.
  lease text,
  tries integer NOT NULL DEFAULT 0,
  last_fetched_at timestamptz(3),
  -- The task at a provider's queue: stored before its page is asked for.
  provider_task_id text,
  provider_task_at timestamptz(3),
  -- Tasks for the page that is to come: how many, and what they cost in US dollars.
  provider_task_tries integer NOT NULL DEFAULT 0,
  provider_task_usd numeric(12, 6) NOT NULL DEFAULT 0,
  -- What of the last believed page the next one is compared with, and how many of its first ten hosts usually stay.
  top_hosts integer[],
  top_count integer,
  top_depth integer,
  usual_overlap real,
  -- Pages that wait for a second one that agrees.
  doubt jsonb
) WITH (fillfactor = 85);
CREATE UNIQUE INDEX page_target_searched ON page_target (ranks.search_key(identity, country, language, device, location));
-- Due pages get a slot once, and stand in the order of their slots until they were fetched.
CREATE INDEX page_target_awaited ON page_target (next_due_at) WHERE queue_slot IS NULL OR joined;
CREATE INDEX page_target_queue ON page_target (lane, queue_slot, id) WHERE queue_slot IS NOT NULL;

-- The last slot that an account was given in a lane. Without a reference: its check would wait for whoever changes the account.
CREATE TABLE ranks.account_slot (
  account_id text NOT NULL,
  lane smallint NOT NULL,
  queue_slot bigint NOT NULL,
  PRIMARY KEY (account_id, lane)
);
CREATE INDEX account_slot_last ON ranks.account_slot (lane, queue_slot);

-- When a page was last checked for a site, kept when the keyword is removed: adding it again is no new check.
CREATE TABLE site_target (
  site_id text NOT NULL REFERENCES site ON DELETE CASCADE ON UPDATE CASCADE,
  target_id text NOT NULL REFERENCES page_target ON DELETE RESTRICT ON UPDATE CASCADE,
  checked_at timestamptz(3) NOT NULL,
  -- How deep it was then read for the site; null for as deep as it is stored.
  depth integer,
  PRIMARY KEY (site_id, target_id)
) WITH (fillfactor = 85);
CREATE INDEX site_target_target_id_idx ON site_target (target_id);

-- Keywords.

CREATE TABLE keyword (
  id text PRIMARY KEY,
  -- Never given anew: history has it as `keyword`.
  seq bigserial NOT NULL,
  site_id text NOT NULL REFERENCES site ON DELETE CASCADE ON UPDATE CASCADE,
  phrase text NOT NULL,
  identity text NOT NULL,
  country text NOT NULL,
  language text NOT NULL,
  device text NOT NULL DEFAULT 'desktop',
  -- A place of the list by its name; null for the country as a whole.
  location text,
  target_id text NOT NULL REFERENCES page_target ON DELETE RESTRICT ON UPDATE CASCADE,
  -- Counts the histories that this keyword has begun; positions carry theirs.
  epoch integer NOT NULL DEFAULT 0,
  tracked_since timestamptz(3) NOT NULL,
  frozen boolean NOT NULL DEFAULT false,
  -- People's own labels, shown in the dashboard alone: a change is none for readers of lists.
  tags text[] DEFAULT ARRAY[]::text[],
  -- When it is to be checked next; past while its check waits or failed. Null until it has read a page.
  due_at timestamptz(3),
  -- When its page was last read to the whole depth; null if the next one is to be.
  whole_at timestamptz(3),
  last_check_status text,
  last_check_at timestamptz(3),
  last_check_error text,
  created_at timestamptz(3) NOT NULL,
  -- As with a site.
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  limit_seq bigint,
  deleted_at timestamptz(3),
  in_trash boolean NOT NULL DEFAULT false,
  deleted_by text
) WITH (fillfactor = 85);
CREATE UNIQUE INDEX keyword_seq_key ON keyword (seq);
CREATE INDEX keyword_site_id_seq_idx ON keyword (site_id, seq);
CREATE INDEX keyword_target_id_idx ON keyword (target_id);
CREATE UNIQUE INDEX keyword_live_variant ON keyword (site_id, identity, country, language, device, location)
  NULLS NOT DISTINCT WHERE deleted_at IS NULL;
CREATE INDEX keyword_trash ON keyword (site_id, identity) WHERE in_trash;
CREATE INDEX keyword_tombstone ON keyword (deleted_at) WHERE deleted_at IS NOT NULL;

-- The latest rank of a keyword for each domain, so that overviews never read the history.
CREATE TABLE keyword_state (
  keyword_id text NOT NULL REFERENCES keyword ON DELETE CASCADE ON UPDATE CASCADE,
  domain_id text NOT NULL,
  position integer NOT NULL,
  previous_position integer,
  -- How many results were read for each; null where it is unknown.
  depth integer,
  previous_depth integer,
  best integer,
  url text,
  checked_at timestamptz(3) NOT NULL,
  -- The adapter that the position comes from, and whether it speaks to the sandbox.
  source text,
  sandbox boolean NOT NULL DEFAULT false,
  -- What is known of the blocks of the page, as bits (history/rules/blocks.ts); null where nothing is, and for competitors.
  blocks integer,
  PRIMARY KEY (keyword_id, domain_id)
) WITH (fillfactor = 85);
CREATE INDEX keyword_state_domain_id_idx ON keyword_state (domain_id);

-- The history of ranks, partitioned by month (UTC).

-- The adapters that results pages and positions come from, by a small number.
CREATE TABLE ranks.source (
  id smallint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  sandbox boolean NOT NULL,
  UNIQUE (name, sandbox)
);

-- Positions in the fewest bytes: keyword and domain are `seq` of keyword and tracked_domain, and no column is padded in this order.
CREATE TABLE ranks.rank (
  keyword bigint NOT NULL,
  checked_at timestamptz(3) NOT NULL,
  domain integer NOT NULL,
  -- A keyword's earlier histories have a lower one.
  epoch integer NOT NULL,
  -- 0: looked and not found within depth.
  position integer NOT NULL CHECK (position >= 0),
  -- Unknown for positions that another rank tracker found.
  depth smallint,
  source smallint NOT NULL,
  url text,
  -- The site's further addresses on the page, in rank order; null if there is none.
  more_urls text[],
  -- As in keyword_state.
  blocks integer,
  PRIMARY KEY (keyword, epoch, domain, checked_at)
) PARTITION BY RANGE (checked_at);
CREATE TABLE ranks.rank_default PARTITION OF ranks.rank DEFAULT;

-- Results pages in the fewest bytes. The service packs and unpacks them (history/rules/packed-page.ts): MAIN, because Postgres
-- would look in vain for what it can compress, and put what is long elsewhere.
CREATE TABLE ranks.page (
  -- `seq` of page_target.
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
CREATE TABLE ranks.page_default PARTITION OF ranks.page DEFAULT;
-- What is kept for a set time: whole months of it end.
CREATE TABLE ranks.page_detail (
  page bigint NOT NULL,
  fetched_at timestamptz(3) NOT NULL,
  details bytea STORAGE MAIN NOT NULL,
  PRIMARY KEY (page, fetched_at)
) PARTITION BY RANGE (fetched_at);
CREATE TABLE ranks.page_detail_default PARTITION OF ranks.page_detail DEFAULT;

-- The tables that are partitioned by month, each by its time `at`; another one is another line.
CREATE TABLE ranks.by_month (name text PRIMARY KEY, at text NOT NULL);
INSERT INTO ranks.by_month (name, at) VALUES ('rank', 'checked_at'), ('page', 'fetched_at'), ('page_detail', 'fetched_at');

-- How far a month of positions is thinned out: up to which keyword; null once it is done.
CREATE TABLE ranks.thinned (part text PRIMARY KEY, keyword bigint DEFAULT 0);

-- Once a day each of these is read from its beginning to its end, for rows without an owner. `after` is the key behind which the next
-- step goes on, null while no search is under way.
CREATE TABLE ranks.orphan_search (
  name text PRIMARY KEY,
  begun_at timestamptz NOT NULL DEFAULT now(),
  after jsonb,
  -- How many keys without an owner this search has found, and the last whole one.
  found_so_far integer NOT NULL DEFAULT 0,
  found integer NOT NULL DEFAULT 0
);
INSERT INTO ranks.orphan_search (name) VALUES ('positions'), ('changes'), ('pages');

-- Checks that found no position.
CREATE TABLE ranks.failed_check (
  keyword_id text NOT NULL REFERENCES keyword ON DELETE CASCADE,
  epoch integer NOT NULL,
  checked_at timestamptz(3) NOT NULL,
  error text NOT NULL,
  -- The provider that was asked last; null where none was.
  source text,
  PRIMARY KEY (keyword_id, epoch, checked_at)
);
-- Rows come in the order of their time: a few kilobytes find the old ones.
CREATE INDEX failed_check_checked_at ON ranks.failed_check USING brin (checked_at);

-- Checks that were paid for and whose ranks the database refuses, with their page, until they can be stored.
-- The page is JSON, of which nothing but the form is checked. While a keyword has a row here it reads no other page.
CREATE TABLE ranks.unstored_check (
  keyword_id text PRIMARY KEY REFERENCES keyword ON DELETE CASCADE,
  target_id text NOT NULL,
  page json NOT NULL,
  -- The SQLSTATE, with the table and column or constraint.
  reason text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  depth integer,
  checked_at timestamptz(3) NOT NULL,
  retry_at timestamptz(3) NOT NULL
);
CREATE INDEX unstored_check_retry ON ranks.unstored_check (retry_at, keyword_id);

-- Notable changes of ranks, kept where checks are stored, so that nobody reads weeks of checks to find them.
-- `own` is the position of the site, whose domain is `own_id`, on the same page.
CREATE TABLE ranks.notable_change (
  own_id text NOT NULL,
  domain_id text NOT NULL,
  checked_at timestamptz(3) NOT NULL,
  keyword_id text NOT NULL,
  epoch integer NOT NULL,
  position integer NOT NULL,
  url text,
  own integer NOT NULL,
  before_at timestamptz(3) NOT NULL,
  before_position integer NOT NULL,
  before_url text,
  before_own integer NOT NULL,
  PRIMARY KEY (own_id, domain_id, checked_at, keyword_id, epoch)
);

-- The tallies of tracked domains on days that are over, so that a year is not counted from its checks each time.
CREATE TABLE ranks.course (
  domain bigint PRIMARY KEY REFERENCES tracked_domain (seq) ON DELETE CASCADE,
  -- Another one after each change of history: days that were computed before are not added.
  version bigint NOT NULL DEFAULT 0,
  -- For how many days a check counts.
  reach integer NOT NULL,
  first date NOT NULL,
  -- The last day that holds; before `first` where none does.
  last date NOT NULL,
  clicks float8[] NOT NULL DEFAULT '{}',
  -- Six a day: not found, places 1 to 3, 4 to 10, 11 to 20, 21 to 50, 51 to 100.
  counts integer[] NOT NULL DEFAULT '{}',
  -- How many phrases count on each day.
  phrases integer[] NOT NULL DEFAULT '{}'
);
CREATE INDEX course_late_last ON ranks.course (last) WHERE reach > 0;
CREATE INDEX course_late_first ON ranks.course (first) WHERE reach > 0;

-- Google's search console: one connection an account, one property a site.

CREATE TABLE google_grant (
  account_id text PRIMARY KEY,
  google_sub text NOT NULL,
  email text NOT NULL,
  -- The refresh token, sealed for this row and column. Access tokens are in no table.
  refresh_sealed text NOT NULL,
  scope text NOT NULL,
  status text NOT NULL DEFAULT 'active',
  broken_reason text,
  broken_at timestamptz(3),
  connected_by text NOT NULL,
  connected_at timestamptz(3) NOT NULL,
  refreshed_at timestamptz(3),
  -- Never repeats, also after a connection was ended and made again: facts about it carry its version.
  version bigserial NOT NULL
);
CREATE INDEX google_grant_google_sub_idx ON google_grant (google_sub);
-- By the key that a token is sealed under.
CREATE INDEX google_grant_key ON google_grant (split_part(refresh_sealed, '.', 1), account_id) WHERE status = 'active';

-- Ways to Google that people have begun; whoever comes back consumes the row.
CREATE TABLE oauth_state (
  hash text PRIMARY KEY,
  account_id text NOT NULL,
  person_id text NOT NULL,
  session_hash text NOT NULL,
  site_id text,
  verifier_sealed text NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX oauth_state_account_id_expires_at_idx ON oauth_state (account_id, expires_at);
CREATE INDEX oauth_state_expires_at_idx ON oauth_state (expires_at);

-- Tokens that Google is still to be asked to revoke.
CREATE TABLE google_farewell (
  id text PRIMARY KEY,
  google_sub text NOT NULL,
  token_sealed text NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  next_at timestamptz(3) NOT NULL
);
CREATE INDEX google_farewell_next_at_idx ON google_farewell (next_at);

-- What was read in the search console: of a property, over so many days.
CREATE TABLE search_reading (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id text NOT NULL REFERENCES site ON DELETE CASCADE ON UPDATE CASCADE,
  property text NOT NULL,
  days integer NOT NULL,
  start_date text NOT NULL,
  end_date text NOT NULL,
  clicks bigint NOT NULL,
  impressions bigint NOT NULL,
  -- Whether Google may have more queries than were read.
  is_cut boolean NOT NULL,
  sandbox boolean NOT NULL,
  read_at timestamptz(3) NOT NULL,
  UNIQUE (site_id, property, days)
);
CREATE INDEX search_reading_read_at_idx ON search_reading (read_at);

-- Its queries; `n` is their order in Google's answer, the most clicked first.
CREATE TABLE search_query (
  reading_id bigint NOT NULL REFERENCES search_reading ON DELETE CASCADE ON UPDATE CASCADE,
  n integer NOT NULL,
  query text NOT NULL,
  -- What is the same phrase, whatever the spelling, as keywords have it.
  identity text NOT NULL,
  clicks integer NOT NULL,
  impressions integer NOT NULL,
  ctr double precision NOT NULL,
  position double precision NOT NULL,
  PRIMARY KEY (reading_id, n)
);

-- A reading day by day, from as many days before it.
CREATE TABLE search_day (
  reading_id bigint NOT NULL REFERENCES search_reading ON DELETE CASCADE ON UPDATE CASCADE,
  day text NOT NULL,
  clicks bigint NOT NULL,
  impressions bigint NOT NULL,
  ctr double precision NOT NULL,
  position double precision NOT NULL,
  PRIMARY KEY (reading_id, day)
);

-- Its pages; `n` is their order in Google's answer, the most clicked first.
CREATE TABLE search_page (
  reading_id bigint NOT NULL REFERENCES search_reading ON DELETE CASCADE ON UPDATE CASCADE,
  n integer NOT NULL,
  page text NOT NULL,
  clicks bigint NOT NULL,
  -- Of as many days before; null where nobody knows.
  previous_clicks bigint,
  impressions bigint NOT NULL,
  ctr double precision NOT NULL,
  position double precision NOT NULL,
  PRIMARY KEY (reading_id, n)
);
