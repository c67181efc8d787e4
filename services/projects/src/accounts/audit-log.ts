import { randomUUID } from 'node:crypto'
import type { TrashAction } from '@rts/shared/contract/events'
import { writeFact } from '@rts/shared/facts/write'
import type { Transaction } from '@rts/shared/service/transaction'
import { type Actor, actorOf } from './rules/actor.ts'

/** `detail` names what it is about, for people. */
type Entry = { accountId: string; action: TrashAction; by: Actor; detail: Record<string, string>; now: Date }

/** Writes an entry for the account's audit log, which the gateway keeps, in the transaction of the change. */
export async function writeTrashLog(tx: Transaction, { accountId, action, by, detail, now }: Entry): Promise<void> {
  const keyId = by.personId ? null : by.keyId
  const state = { accountId, action, actor: actorOf(by), keyId, detail, at: now.toISOString() }
  await writeFact(tx, { type: 'trash.changed', aggregate: `trash:${randomUUID()}`, version: 1, state })
}

/** The detail of an entry about keywords of a site: the phrase of a single one, else how many. */
export function keywordsOf({ domain }: { domain: string }, phrases: readonly string[]): Record<string, string> {
  const [phrase] = phrases
  const what = phrases.length === 1 && phrase !== undefined ? { keyword: phrase } : { keywords: String(phrases.length) }
  return { site: domain, ...what }
}
