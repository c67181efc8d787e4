import type { WorldState } from '../state/world-state.ts'
import { knownPhrases } from './phrases.ts'
import { toQuery } from './query.ts'
import { worldUrls } from './world.ts'

export type Found = { phrase: string; position: number; url: string }
type Locale = { country: string; language: string }
type ByHost = ReadonlyMap<string, Found[]>

const keptIndexes = 8

/** Read off the results pages of the world's phrases and of set ones. */
export function createStandings(world: WorldState) {
  let made = new Map<string, ByHost>()
  let of: unknown = null

  function indexOf(locale: Locale): ByHost {
    if (of !== world.current()) made = new Map()
    of = world.current()
    const key = `${locale.country}|${locale.language}|${world.day()}`
    const index = made.get(key) ?? readPages(world, locale)
    if (made.size >= keptIndexes) made.clear()
    made.set(key, index)
    return index
  }

  /** Includes hosts below the site; best first. */
  return (domain: string, locale: Locale): Found[] => {
    const best = new Map<string, Found>()
    for (const [host, founds] of indexOf(locale)) {
      if (host !== domain && !host.endsWith(`.${domain}`)) continue
      for (const found of founds) {
        if (found.position < (best.get(found.phrase)?.position ?? Number.POSITIVE_INFINITY))
          best.set(found.phrase, found)
      }
    }
    return [...best.values()].sort((a, b) => a.position - b.position || (a.phrase < b.phrase ? -1 : 1))
  }
}

function readPages(world: WorldState, { country, language }: Locale): ByHost {
  const byHost = new Map<string, Found[]>()
  const set = Object.values(world.current().serp).map(({ keyword }) => toQuery({ phrase: keyword }).phrase)
  for (const phrase of new Set([...knownPhrases, ...set])) {
    const seen = new Set<string>()
    for (const [i, url] of worldUrls(world.current(), toQuery({ phrase, country, language }), world.day()).entries()) {
      const host = new URL(url).hostname
      if (seen.has(host)) continue
      seen.add(host)
      const founds = byHost.get(host) ?? []
      founds.push({ phrase, position: i + 1, url })
      byHost.set(host, founds)
    }
  }
  return byHost
}
