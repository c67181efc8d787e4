import type { Pool, PoolClient } from 'pg'
import type { Logger } from '../logger.ts'
import { type Loop, startLoop, untilOver } from '../loops/loop.ts'
import { inTransaction } from '../service/transaction.ts'
import { text } from '../sql/column.ts'
import { query, statement } from '../sql/statement.ts'

/** Deletes at most `max` rows of a scope; fewer mean that no more are left. */
export type EndSome = (client: PoolClient, scope: string, max: number) => Promise<number>
export type Endings = ReturnType<typeof createEndings>
type EndingDeps = {
  pool: Pool
  logger: Logger
  /** Stops at once what would act by itself. */
  stop(client: PoolClient, scope: string): Promise<void>
  /** Each begins when nothing is left of the one before. */
  parts: readonly EndSome[]
}

const pollMs = 5_000
const maxRows = 1_000
/** A small account ends with the fact itself. */
const factMs = 1_000

const insertEndings = query(
  { scope: text },
  'INSERT INTO known.ending (scope) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING RETURNING scope',
)
const lockNext = query(
  { scope: text },
  'SELECT scope FROM known.ending ORDER BY begun_at, scope LIMIT 1 FOR UPDATE SKIP LOCKED',
)
const deleteEnding = statement('DELETE FROM known.ending WHERE scope = $1')
const putLast = statement('UPDATE known.ending SET begun_at = clock_timestamp() WHERE scope = $1')

/** Deletes all data of ended sites and accounts (`s:<id>`, `a:<id>`) in steps, which any replica may repeat. */
export function createEndings({ pool, logger, stop, parts }: EndingDeps) {
  async function step(client: PoolClient, scope: string): Promise<void> {
    for (const endSome of parts) if ((await endSome(client, scope, maxRows)) >= maxRows) return
    await deleteEnding.run(client, [scope])
  }

  return {
    /** Stops these scopes, and begins to delete in this transaction. */
    async end(client: PoolClient, scopes: readonly string[]): Promise<void> {
      const begun = await insertEndings.rows(client, [scopes])
      for (const scope of scopes) await stop(client, scope)
      // A scope that ended before is left to the background: two steps at once would find each other's rows deleted,
      // and stop too early.
      await untilOver(factMs, begun, ({ scope }) => step(client, scope))
    },
    start: (): Loop =>
      startLoop({
        pollMs,
        onError: (error) => logger.error({ err: error }, 'data of ended accounts and sites cannot be deleted'),
        round: async () => {
          const scopes: string[] = []
          try {
            await inTransaction(pool, async (client) => {
              scopes.push(...(await lockNext.rows(client)).map(({ scope }) => scope))
              for (const scope of scopes) await step(client, scope)
            })
          } catch (error) {
            // The others do not wait for one that cannot be deleted.
            for (const scope of scopes) await putLast.run(pool, [scope])
            throw error
          }
          return scopes.length > 0
        },
      }),
  }
}

export function siteOfScope(scope: string): string | undefined {
  return scope.startsWith('s:') ? scope.slice(2) : undefined
}

/** A part that sites alone have, by the site's id. */
export function ofSite(endSome: EndSome): EndSome {
  return async (client, scope, max) => {
    const siteId = siteOfScope(scope)
    return siteId === undefined ? 0 : endSome(client, siteId, max)
  }
}
