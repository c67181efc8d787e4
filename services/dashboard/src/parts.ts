import { createHash } from 'node:crypto'
import { createSeal, type Seal } from '@rts/shared/seal'
import { createRpcClient, type RpcClient } from '@rts/shared/service/rpc-client'
import type { ServiceParts } from '@rts/shared/service/run-service'
import type { Database } from '@rts/shared/service/transaction'
import { type AccountOf, accountsAt, type InNameOf, inNameOfPeople, type SignUpWay } from './accounts/accounts.ts'
import type { AppConfig } from './config.ts'
import { createRecords, type Records } from './database.sql.ts'
import { createPost, type InviteTokens, inviteTokens, type Post } from './letters/letters.ts'
import { type CookieRules, cookieNameOf } from './sessions/sessions.ts'
import { createSites, type EndSite, type KnownSites } from './sites/sites.ts'

/** The dependencies of features; each feature names its own. */
export type Parts = Pick<ServiceParts, 'clock' | 'logger' | 'registry' | 'calls'> & {
  database: Database
  records: Records
  call: RpcClient
  /** Gives up after three seconds: a page, or a sign-up, waits for it. */
  quickCall: RpcClient
  sites: KnownSites
  accountOf: AccountOf
  inNameOf: InNameOf
  mail: Post
  tokens: InviteTokens
  seal: Seal
  cookies: CookieRules
  publicUrl: string
  signUp: SignUpWay
}

const quickMs = 3_000

/** `endings` delete what features keep of a site. */
export function createParts(parts: ServiceParts, config: AppConfig, endings: readonly EndSite[]): Parts {
  const { pool: database, clock, logger, registry, calls } = parts
  const { PUBLIC_URL: publicUrl, AUTH_SECRET: secret } = config
  const call = createRpcClient(parts)
  const accountOf = accountsAt(call)
  return {
    database,
    records: createRecords(database),
    call,
    quickCall: createRpcClient({ ...parts, timeoutMs: quickMs }),
    sites: createSites({ database, call }, endings),
    accountOf,
    inNameOf: inNameOfPeople(database, accountOf),
    mail: createPost(parts, config),
    tokens: inviteTokens(createHash('sha256').update(`links ${secret}`).digest('hex')),
    seal: createSeal(config.SEAL_KEYS),
    cookies: { cookieName: cookieNameOf(publicUrl), secret },
    publicUrl,
    signUp: config.SIGNUP,
    clock,
    logger,
    registry,
    calls,
  }
}
