import { createHash, createHmac, randomBytes } from 'node:crypto'
import { dayMs } from '@rts/shared/clock'
import type { WorldState } from '../../state/world-state.ts'

export type Allowed = { email: string; site: string | null; clientId: string; scopes: string[] }
export type Code = Allowed & { redirectUri: string; challenge: string; isLasting: boolean; until: number }
type Token = Allowed & { kind: 'refresh' | 'access'; at: number; until: number | null }

const prefixes = { refresh: '1//0played', access: 'ya29.played' }
const minuteMs = 60_000
const hourMs = 3_600_000

export type GoogleTokens = ReturnType<typeof createGoogleTokens>

/** A token carries its own rights: a restarted sandbox still accepts it. */
export function createGoogleTokens(world: WorldState, clock: () => Date) {
  const codes = new Map<string, Code>()
  const revoked = new Map<string, number>()
  const now = () => clock().getTime() + world.current().google.aheadSeconds * 1_000

  function mint(kind: Token['kind'], { email, site, clientId, scopes }: Allowed, until: number | null): string {
    const at = Math.max(now(), (revoked.get(email) ?? 0) + 1)
    const token: Token = { kind, email, site, clientId, scopes, at, until }
    const text = Buffer.from(JSON.stringify({ ...token, nonce: randomBytes(6).toString('hex') })).toString('base64url')
    return `${prefixes[kind]}${text}.${signed(text)}`
  }

  function read(kind: Token['kind'], token: string): Token | null {
    const [text = '', signature] = token.startsWith(prefixes[kind]) ? token.slice(prefixes[kind].length).split('.') : []
    if (signature === undefined || signature !== signed(text)) return null
    // safe because only `mint` signs
    const known = JSON.parse(Buffer.from(text, 'base64url').toString()) as Token
    const isOver = known.until !== null && known.until <= now()
    return isOver || known.at <= (revoked.get(known.email) ?? 0) ? null : known
  }

  function withdraw(email: string): void {
    revoked.set(email, Math.max(now(), revoked.get(email) ?? 0) + 1)
  }

  return {
    read,
    newCode(code: Omit<Code, 'until'>): string {
      const name = `4/0played${randomBytes(24).toString('base64url')}`
      codes.set(name, { ...code, until: now() + 10 * minuteMs })
      return name
    },
    takeCode(name: string): Code | null {
      const code = codes.get(name)
      codes.delete(name)
      return code && code.until > now() ? code : null
    },
    accessFor: (allowed: Allowed) => ({ token: mint('access', allowed, now() + hourMs), seconds: 3_599 }),
    /** Seven days for a project in testing. */
    refreshFor: (allowed: Allowed) =>
      mint('refresh', allowed, world.current().google.isTesting ? now() + 7 * dayMs : null),
    /** As at Google it ends all consent of the person; false for an unknown token. */
    revoke(token: string): boolean {
      const known = read('refresh', token) ?? read('access', token)
      if (known) withdraw(known.email)
      return known !== null
    },
    withdraw,
    reset(): void {
      codes.clear()
      revoked.clear()
    },
  }
}

export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

function signed(text: string): string {
  return createHmac('sha256', 'the played Google').update(text).digest('base64url').slice(0, 16)
}
