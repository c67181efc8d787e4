import { createHmac } from 'node:crypto'
import pg from 'pg'
import { ensureDatabase } from '../postgres.ts'

/**
 * A service's database and role, as deploy/postgres/services.sh makes them; answers the role's address. `serverUrl` is the superuser's.
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
  return Object.assign(own, { username: service, password }).href
}

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
