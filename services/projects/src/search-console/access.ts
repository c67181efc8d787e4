import type { Clock } from '@rts/shared/clock'
import { type Failure, failed } from '@rts/shared/failure'
import { createLimit } from '@rts/shared/scheduling'
import type { Database } from '@rts/shared/service/transaction'
import { findGrant, type Grant } from './grants.sql.ts'
import { type Refresh, refreshGrant } from './grants.ts'
import type { Read } from './providers/console.ts'
import type { GoogleTokens } from './providers/tokens.ts'
import type { TokenVault } from './token-vault.ts'

type AccessDeps = {
  db: Database
  vault: TokenVault
  tokens: Pick<GoogleTokens, 'refresh'>
  clock: Clock
}
export type GoogleAccess = ReturnType<typeof createGoogleAccess>
type Token = { ok: true; token: string }
/** The access token of a grant in this process; another version of it is another grant. */
type Held = { version: string; token: string; until: number }

const source = 'search_console'
/** A token that ends while it travels is a failure. */
const marginMs = 60_000
/** Each holds a connection to the database while Google answers. */
const refreshesAtOnce = 3
const restMs = 60_000

/** Asks Google in the name of an account. Its access tokens are in the memory of this process alone; refreshes come one after the other. */
export function createGoogleAccess({ db, vault, tokens, clock }: AccessDeps) {
  const held = new Map<string, Held>()
  const restUntil = new Map<string, number>()
  const underWay = new Map<string, Promise<Token | Failure>>()
  const inTurn = createLimit(refreshesAtOnce)
  const nowMs = () => clock.now().getTime()

  async function ask<T>(accountId: string, question: (token: string) => Promise<Read<T>>): Promise<Read<T>> {
    const resting = restOf(accountId)
    if (resting) return resting
    const grant = await findGrant(db, accountId)
    if (grant?.status !== 'active') return notConnected()
    const first = await tokenOf(grant)
    if (!first.ok) return noted(accountId, first)
    const answer = await question(first.token)
    if (answer.ok || answer.kind !== 'auth') return noted(accountId, answer)
    // Google ends a token before its time now and then: another one is asked for once.
    if (held.get(accountId)?.token === first.token) held.delete(accountId)
    const second = await tokenOf(grant)
    return noted(accountId, second.ok ? await question(second.token) : second)
  }

  function tokenOf(grant: Grant): Promise<Token | Failure> {
    const { accountId, version } = grant
    const known = held.get(accountId)
    if (known?.version === version && known.until - marginMs > nowMs())
      return Promise.resolve({ ok: true, token: known.token })
    const begun = underWay.get(accountId)
    if (begun) return begun
    const refreshing = inTurn(() => refreshGrant(db, accountId, clock.now, refreshed)).finally(() =>
      underWay.delete(accountId),
    )
    underWay.set(accountId, refreshing)
    return refreshing
  }

  async function refreshed(grant: Grant | undefined): Promise<Refresh<Token | Failure>> {
    if (!grant) return { state: 'kept', answer: notConnected() }
    const { accountId, version } = grant
    const refreshToken = vault.open('grant', accountId, grant.refreshSealed)
    if (refreshToken === null) return { state: 'broken', reason: 'unreadable', answer: notConnected() }
    const refreshing = await tokens.refresh(refreshToken)
    if (refreshing.state === 'failed') return { state: 'kept', answer: refreshing.failure }
    if (refreshing.state === 'ended') return { state: 'broken', reason: 'revoked', answer: notConnected() }
    const { access, refreshToken: next, mayRead } = refreshing.value
    if (mayRead === false) return { state: 'broken', reason: 'unticked', answer: notConnected() }
    held.set(accountId, { version, token: access.token, until: nowMs() + access.seconds * 1_000 })
    const answer = { ok: true, token: access.token } as const
    return next === null
      ? { state: 'kept', answer }
      : { state: 'resealed', refreshSealed: vault.seal('grant', accountId, next), answer }
  }

  function restOf(accountId: string): Failure | null {
    const waitMs = (restUntil.get(accountId) ?? 0) - nowMs()
    if (waitMs <= 0) return null
    return failed(source, 'quota', { retryAfterSeconds: Math.ceil(waitMs / 1_000), asked: false })
  }

  /** Too many calls: nothing more is asked for this account until Google wants to hear of it. */
  function noted<T>(accountId: string, answer: Read<T>): Read<T> {
    if (answer.ok || answer.kind !== 'quota') restUntil.delete(accountId)
    else restUntil.set(accountId, nowMs() + Math.max(restMs, (answer.retryAfterSeconds ?? 0) * 1_000))
    return answer
  }

  return {
    ask,
    /** The token of a person who has just connected need not be asked for. */
    keep(accountId: string, version: string, access: { token: string; seconds: number }): void {
      held.set(accountId, { version, token: access.token, until: nowMs() + access.seconds * 1_000 })
      restUntil.delete(accountId)
    },
    forget(accountId: string): void {
      held.delete(accountId)
      restUntil.delete(accountId)
    },
  }
}

function notConnected(): Failure {
  return failed(source, 'auth', { asked: false })
}
