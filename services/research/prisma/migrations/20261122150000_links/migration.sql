-- Links to sites: what a site disavows, and what it has seen of the pages that link to it.
CREATE SCHEMA links;

CREATE TABLE links.disavowed (
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  site_id text NOT NULL,
  host text COLLATE "C" NOT NULL,
  added_at timestamptz(3) NOT NULL,
  PRIMARY KEY (site_id, host)
);

-- Of each site on its own, so that no date tells what another one looked at.
CREATE TABLE links.seen (
  site_id text NOT NULL,
  -- A hash of the two addresses: they can be longer than an index takes.
  link bytea NOT NULL,
  first_seen timestamptz(3) NOT NULL,
  -- Null until its page was looked at.
  checked_at timestamptz(3),
  found_at timestamptz(3),
  lost_at timestamptz(3),
  status smallint,
  title text,
  is_gone boolean,
  anchor text,
  rel text[] NOT NULL DEFAULT '{}',
  dofollow boolean,
  links_on_page integer,
  PRIMARY KEY (site_id, link)
);
