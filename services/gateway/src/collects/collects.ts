import { AppError } from '@rts/shared/errors'
import type { Logger } from '@rts/shared/logger'
import { startLoop } from '@rts/shared/loops/loop'
import type { PlanTable } from '@rts/shared/plans'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import { findAccount } from '../accounts/accounts.ts'
import { countTokens, deleteOldTokens, findCounted, giveBackTokens, lockDay } from './collects.sql.ts'

type Served = Pick<ServiceHandlers<'gateway'>, 'collects.take' | 'collects.giveBack'>

const hourMs = 3_600_000

export function createCollects({ database, logger }: { database: Database; logger: Logger }, plans: PlanTable) {
  const handlers: Served = {
    'collects.take': async ({ body }) => ({ taken: await takeCollects(database, plans, body.accountId, body.tokens) }),
    'collects.giveBack': async ({ body }) => ({ givenBack: await giveBackTokens(database, body.tokens) }),
  }
  const cleanUp = () =>
    startLoop({
      pollMs: hourMs,
      round: () => deleteOldTokens(database).then(() => false),
      onError: (error) => logger.warn({ err: error }, 'old collect tokens could not be deleted'),
    })
  return { handlers, cleanUp }
}

/** True for known tokens, then for new ones in order until the day is used up. The locked row keeps it exact. */
export function takeCollects(
  database: Database,
  plans: PlanTable,
  accountId: string,
  tokens: readonly string[],
): Promise<boolean[]> {
  return inTransaction(database, async (tx) => {
    const { day, used } = await lockDay(tx, accountId)
    const counted = await findCounted(tx, tokens)
    const account = await findAccount(tx, accountId)
    if (!account) throw new AppError('not_found', 'No such account')
    const room = Math.max(0, plans[account.plan].collectsPerDay - used)
    const taken = [...new Set(tokens)].filter((token) => !counted.has(token)).slice(0, room)
    await countTokens(tx, accountId, day, taken)
    for (const token of taken) counted.add(token)
    return tokens.map((token) => counted.has(token))
  })
}
