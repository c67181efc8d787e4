import type { Clock } from '@rts/shared/clock'
import type { Logger } from '@rts/shared/logger'
import type { RpcClient } from '@rts/shared/service/rpc-client'
import type { Database } from '@rts/shared/service/transaction'
import type { InNameOf } from '../accounts/accounts.ts'
import type { InviteTokens, Post } from '../letters/letters.ts'
import type { KnownSites } from '../sites/sites.ts'

/** All that alerts are made of. */
export type AlertParts = {
  database: Database
  sites: KnownSites
  call: RpcClient
  inNameOf: InNameOf
  mail: Post
  tokens: InviteTokens
  publicUrl: string
  clock: Clock
  logger: Logger
}
