import { pages } from '../routes.ts'
import type { To } from './menu.ts'

/** A page that was looked at, and of which site. Names are not stored. */
export type Seen = { to: To; siteId: string | null }

const key = 'seen'
const max = 30

/** The pages that were looked at last in an account, the latest first; kept in this browser until the person signs out. */
export function readSeen(accountId: string): Seen[] {
  const kept = Object(parsed(localStorage.getItem(key)))
  if (kept.accountId !== accountId || !Array.isArray(kept.seen)) return []
  return kept.seen.filter(isSeen)
}

export function noteSeen(accountId: string, now: Seen): void {
  localStorage.setItem(key, JSON.stringify({ accountId, seen: withSeen(readSeen(accountId), now) }))
}

export function withSeen(before: readonly Seen[], now: Seen): Seen[] {
  const others = before.filter(({ to, siteId }) => to !== now.to || siteId !== now.siteId)
  return [now, ...others].slice(0, max)
}

/** Sites by when they were looked at, those that were not in their own order. */
export function byLastSeen<Site extends { id: string }>(sites: readonly Site[], seen: readonly Seen[]): Site[] {
  const places = new Map(seen.map(({ siteId }, i) => [siteId, i] as const).toReversed())
  const placeOf = ({ id }: Site) => places.get(id) ?? seen.length
  return [...sites].sort((one, other) => placeOf(one) - placeOf(other))
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

function isSeen(value: unknown): value is Seen {
  const { to, siteId } = Object(value)
  return Object.values(pages).includes(to) && (siteId === null || typeof siteId === 'string')
}
