export type Datasource = {
  host: string
  port: number
  user: string
  password: string
  database: string
  schema: string | undefined
}

/** Parses a PostgreSQL URL; `?schema=` names the schema to work in. Throws for any other URL. */
export function readDatasource(text: string): Datasource {
  const url = new URL(text)
  if (!['postgresql:', 'postgres:'].includes(url.protocol)) throw new Error('The datasource is not a PostgreSQL URL')
  return {
    host: url.hostname || 'localhost',
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
    schema: url.searchParams.get('schema') ?? undefined,
  }
}

/**
 * The options of a connection, as separate fields: the adapter overrides `database` for its shadow database, and a connection
 * string would win over that, so the shadow would be the real database.
 */
export function connectionFields({ host, port, user, password, database, schema }: Datasource) {
  const options = schema === undefined ? {} : { options: `-c search_path="${schema}"` }
  return { host, port, user, password, database, ...options }
}
