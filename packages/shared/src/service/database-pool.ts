import pg from 'pg'

/** A vanished host never answers: a query fails after this time. */
const longestQueryMs = 30_000

/** A service whose host vanished in a transaction keeps its locks no longer; TCP would notice after two hours. */
const abandonedMs = 60_000

export type PoolOptions = Omit<pg.PoolConfig, 'query_timeout'> & { silenceMs?: number }

/** Connections to a database. Queries and waits end in bounded time; lost connections are replaced, idle ones call `onLost`. */
export function createPool(
  { silenceMs = longestQueryMs, ...options }: PoolOptions,
  onLost: (error: Error) => void,
): pg.Pool {
  const pool = new pg.Pool({
    Client: watchedClient(silenceMs),
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idle_in_transaction_session_timeout: abandonedMs,
    ...options,
  })
  // A library that holds a client between two queries has no listener: the loss would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool.on('error', onLost)
}

type Done = (error: Error | null, result?: unknown) => void
type Send = (this: pg.Client, config: unknown, values: unknown, done: Done) => void

// safe because pg accepts every form of a query as these arguments
const send = pg.Client.prototype.query as Send

/**
 * Ends its connection when a query takes longer than `silenceMs`. pg's own `query_timeout` keeps all rows until the next full collection:
 * its function literal is born in V8's old generation.
 */
function watchedClient(silenceMs: number): typeof pg.Client {
  return class extends pg.Client {
    // `never` fits every form: the pool gives a callback, others await a promise.
    override query(...given: never[]): never {
      const [config, values, callback] = given
      const done: Done | undefined = callback ?? (typeof values === 'function' ? values : undefined)
      const answer = done ? this.#ask(config, values, done) : this.#promise(config, values)
      // safe because pg's type gives each form its answer
      return answer as never
    }

    #ask(config: unknown, values: unknown, done: Done): void {
      const end = () => this.connection.stream.destroy(new Error('Query read timeout'))
      const timer = setTimeout(end, silenceMs)
      send.call(this, config, values, (error, result) => {
        clearTimeout(timer)
        done(error, result)
      })
    }

    #promise(config: unknown, values: unknown): Promise<unknown> {
      const answer = new Promise((resolve, reject) => {
        this.#ask(config, values, (error, result) => (error ? reject(error) : resolve(result)))
      })
      return answer.catch((error: Error) => {
        Error.captureStackTrace(error)
        throw error
      })
    }
  }
}
