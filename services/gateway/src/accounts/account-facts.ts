import type { EventState } from '@rts/shared/contract/events'
import { writeFact } from '@rts/shared/facts/write'
import type { PoolClient } from 'pg'

/** Writes the account's state as a fact, for the services that keep a copy of accounts. */
export async function announceAccount(
  client: PoolClient,
  { id, plan, status, version, checkEveryDays }: EventState<'account.changed'> & { version: number },
): Promise<void> {
  const state = { id, plan, status, ...(checkEveryDays === undefined ? {} : { checkEveryDays }) }
  await writeFact(client, { type: 'account.changed', aggregate: `account:${id}`, version, state })
}
