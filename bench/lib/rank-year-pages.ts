import { unit } from '@rts/sandbox/world/seed'
import { dayMs, hourMs } from '@rts/shared/clock'

/** The results pages of a year: what Google would show a person, and the bad pages that a provider gets instead. */

export const firstDay = Date.parse('2026-01-01T00:00:00Z')
export const ownHost = 'own.example'
const halfBadDay = 180
export const dayOf = (at: number): number => Math.floor((at - firstDay) / dayMs)
/** From these days on half of the hosts are others. */
const coreUpdates = [60, 240]

const badKinds = ['withheld', 'emptied', 'poisoned', 'short', 'repeated', 'wrapped'] as const
type BadKind = (typeof badKinds)[number]
const shortLength = 4
/** Poison looks normal: it is drawn from so many hosts that two pages of it share one or two. */
const poisonHosts = 60

/** The day on which the own site leaves for good, and how: alone, with all others, or with three quarters of the list. */
export function leavingOf(n: number): { how: 'alone' | 'page' | 'list'; day: number } | null {
  const how = (['alone', 'page', 'list'] as const)[n % 8]
  return how === undefined || ownSlot(n) === null ? null : { how, day: 90 + (n % 60) }
}

/** Of ten keywords four rank on the first page, two on the second, two below, and two never. */
function ownSlot(n: number): number | null {
  const draw = unit(n, 'slot')
  const slotIn = (from: number, slots: number) => from + Math.floor(unit(n, 'within') * slots)
  if (draw < 0.4) return slotIn(0, 10)
  if (draw < 0.6) return slotIn(10, 10)
  return draw < 0.8 ? slotIn(20, 20) : null
}

/**
 * The hosts of a page. Of the first ten seven stay until the next day, and one where the phrase is in the news (one of twenty); one phrase
 * of thirty has about ten results. Two providers see one of ten results otherwise.
 */
export function honestPage(n: number, day: number, provider: string): string[] {
  const left = leavingOf(n)
  const isGone = left !== null && day >= left.day
  const isNew = isGone && left.how === 'page'
  const churn = n % 20 === 9 ? 0.7 : 0.16
  const era = coreUpdates.filter((update) => update <= day).length
  const own = ownSlot(n)
  const length = (n % 30 === 7 ? 9 : 55) + Math.floor(unit(n, day, 'length') * 4)
  const hostAt = (slot: number) => {
    if (slot === own) return ownHost
    if (unit(n, slot, provider, day, 'view') < 0.05) return `${provider}-${slot}-${day}.example`
    if (unit(n, slot, day, 'churn') < churn) return `fresh-${slot}-${day}.example`
    return `${isNew ? 'new' : 'old'}-${slot % 2 === 0 ? 0 : era}-${slot}.example`
  }
  const placeOf = (slot: number) => slot + (unit(n, slot, day, 'place') - 0.5) * Math.min(4, 1 + slot / 4)
  const hosts = Array.from({ length }, (_, slot) => ({ host: hostAt(slot), place: placeOf(slot) }))
    .sort((a, b) => a.place - b.place)
    .map(({ host }) => host)
    .filter((host) => !isGone || host !== ownHost)
  return isGone && left.how === 'list' ? hosts.slice(0, hosts.length / 4) : hosts
}

/** So that of bad pages half are bad an hour later too; a day later they are as likely as any. */
const turnsAnHour = 0.75

/** Whether a provider's pages of a phrase are bad: `share` of all are, in spells of one kind. Ask it in the order of time. */
export function badSpells(n: number, provider: string, share: number): (at: number) => BadKind | null {
  const kindOf = (at: number) => badKinds[Math.floor(unit(n, provider, at, 'kind') * badKinds.length)] ?? null
  let kind: BadKind | null = null
  let seenAt = 0
  return (at) => {
    const day = dayOf(at)
    if (share > 0 && day === halfBadDay) return unit(n, provider, 'half') < 0.5 ? kindOf(day) : null
    const stays = kind === null ? 0 : (1 - share) * Math.exp((-turnsAnHour * (at - seenAt)) / hourMs)
    const draw = unit(n, provider, at, 'bad')
    if (draw >= stays) kind = draw < stays + share ? kindOf(at) : null
    seenAt = at
    return kind
  }
}

/**
 * Page `index`, from 0, of ten results of `hosts` as a bad page has it: null for an address that only Google can open. `draw` tells one
 * poison from another.
 */
export function listed(hosts: readonly string[], index: number, bad: BadKind | null, draw: string) {
  const poison = (i: number) => `guide${Math.floor(unit(draw, i) * poisonHosts)}-${Math.floor(i / 10)}.example`
  const shown = {
    withheld: () => [],
    emptied: () => [],
    poisoned: () => hosts.map((_, i) => poison(i)),
    short: () => hosts.slice(0, shortLength),
    // Each page but the first is the one before it.
    repeated: () => [...hosts.slice(0, 10), ...hosts],
    wrapped: () => hosts.map((host, i) => (unit(draw, i) < 0.5 ? null : host)),
    good: () => hosts,
  }
  const page: (string | null)[] = shown[bad ?? 'good']().slice(index * 10, index * 10 + 10)
  return { urls: page.map((host) => host && `https://${host}/`), saysEmpty: page.length === 0 && bad !== 'withheld' }
}
