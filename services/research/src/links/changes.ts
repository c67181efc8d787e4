import { randomUUID } from 'node:crypto'
import { writeFact } from '@rts/shared/facts/write'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import { type ChangedLink, takeLinkChanges } from './changes.sql.ts'
import { keyOfLink, type LinkRow } from './rules/link-row.ts'

const shownLinks = 25

/** Writes the links that a site won or lost since the last time as a fact, if there are any. `rows` are those that it knows. */
export async function announceLinks(db: Database, siteId: string, rows: readonly LinkRow[], now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const changed = await takeLinkChanges(tx, siteId, now)
    if (changed.length === 0) return
    const byKey = new Map(rows.map((row) => [keyOfLink(row), row]))
    const lost = changed.filter(({ isLost }) => isLost).length
    const known = changed.flatMap((change) => {
      const row = byKey.get(change.key)
      return row ? [{ change, row }] : []
    })
    const links = known.slice(0, shownLinks).map(({ change, row }) => shownOf(change, row))
    const sandbox = known.some(({ row }) => row.sandbox)
    const state = { siteId, at: now.toISOString(), sandbox, won: changed.length - lost, lost, links }
    await writeFact(tx, { type: 'links.changed', aggregate: `links:${randomUUID()}`, version: 1, state })
  })
}

function shownOf({ isLost, at }: ChangedLink, { domainFrom, urlFrom, urlTo }: LinkRow) {
  const change = isLost ? ('lost' as const) : ('won' as const)
  return { change, domainFrom, urlFrom, urlTo, at: at.toISOString() }
}
