import type { Clock } from '@rts/shared/clock'
import type { Logger } from '@rts/shared/logger'
import type { RpcClient } from '@rts/shared/service/rpc-client'
import type { Database } from '@rts/shared/service/transaction'
import type { InNameOf } from '../accounts/accounts.ts'
import type { InviteTokens, Post } from '../letters/letters.ts'

/** All that the weekly letter is made of. */
export type WeeklyParts = {
  database: Database
  call: RpcClient
  inNameOf: InNameOf
  mail: Post
  tokens: InviteTokens
  publicUrl: string
  clock: Clock
  logger: Logger
}
