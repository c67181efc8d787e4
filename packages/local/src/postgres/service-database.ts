import { createHmac } from 'node:crypto'
import pg from 'pg'
import { ensureDatabase } from '../postgres.ts'

/**
 * A service's database and the role that owns it, as deploy/postgres/services.sh makes them in containers: no way into another's.
 * Answers the role's address. `secret` gives its password. `serverUrl` is the superuser's.
 */
export async function ensureServiceDatabase(serverUrl: string, service: string, secret: string): Promise<string> {
  const password = createHmac('sha256', secret).update(`database ${service}`).digest('base64url')
  const own = new URL(await ensureDatabase(serverUrl, service))
  const role = pg.escapeIdentifier(service)
  await asSuperuser(serverUrl, async (ask) => {
    const [known] = await ask('SELECT FROM pg_roles WHERE rolname = $1', service)
    const rights = `LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD ${pg.escapeLiteral(password)}`
    await ask(`${known ? 'ALTER' : 'CREATE'} ROLE ${role} ${rights}`)
    await ask(`ALTER DATABASE ${role} OWNER TO ${role}`)
    await ask(`REVOKE ALL ON DATABASE ${role} FROM PUBLIC`)
  })
  await asSuperuser(own.href, async (ask) => {
    const owned = await ask(superusersObjects)
    for (const { statement } of owned) await ask(`${statement} OWNER TO ${role}`)
  })
  return Object.assign(own, { username: service, password }).href
}

/**
 * How the statements begin that give away what an earlier version made as the superuser. A sequence of a column follows its table, an
 * array its type.
 */
const superusersObjects = `
  WITH mine AS (SELECT oid FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema)')
  SELECT format('ALTER SCHEMA %I', nspname) AS statement
  FROM pg_namespace WHERE oid IN (SELECT oid FROM mine) AND nspname <> 'public' AND nspowner = 10
  UNION ALL
  SELECT format('ALTER %s %s', CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, c.oid::regclass)
  FROM pg_class AS c
  WHERE relnamespace IN (SELECT oid FROM mine) AND relowner = 10 AND relkind IN ('r', 'p', 'v', 'S')
    AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.objid = c.oid AND relkind = 'S' AND d.deptype IN ('a', 'i'))
  UNION ALL
  SELECT format('ALTER ROUTINE %s', oid::regprocedure)
  FROM pg_proc WHERE pronamespace IN (SELECT oid FROM mine) AND proowner = 10
  UNION ALL
  SELECT format('ALTER TYPE %s', oid::regtype)
  FROM pg_type WHERE typnamespace IN (SELECT oid FROM mine) AND typowner = 10 AND typrelid = 0 AND typelem = 0`

type Ask = (statement: string, ...values: string[]) => Promise<Record<string, string>[]>

async function asSuperuser(url: string, work: (ask: Ask) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(async (statement, ...values) => (await client.query(statement, values)).rows)
  } finally {
    await client.end()
  }
}
