import pg from 'pg'

/** A vanished host never answers. */
const longestQueryMs = 30_000

/** Frees the locks of a vanished host; TCP would notice after two hours. */
const abandonedMs = 60_000

export type PoolOptions = Omit<pg.PoolConfig, 'query_timeout'> & { silenceMs?: number }

/** Queries and waits are bounded; lost connections are replaced, idle ones call `onLost`. */
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
  // A client held between queries has no listener: a loss would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool.on('error', onLost)
}

type Done = (error: Error | null, result?: unknown) => void
type Send = (this: pg.Client, config: unknown, values: unknown, done: Done) => void

// safe because pg accepts every form of a query as these arguments
const send = pg.Client.prototype.query as Send

/** A query ends after `silenceMs`. pg's `query_timeout` keeps all rows until a full collection of V8. */
function watchedClient(silenceMs: number): typeof pg.Client {
  return class extends pg.Client {
    // `never` fits every form: callback or promise.
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
