import { byPhrase, type Comparison, type Place } from '@rts/shared/phrases/own-pages'

/** As many as every planner takes. */
const maxSeeds = 20

/** The seeds of a site's ideas: its tracked phrases, the oldest first; without any its domain's name. */
export function seedsOf({ keywords }: Comparison, place: Place, domain: string): string[] {
  const tracked = [...byPhrase(keywords, place).values()].map(({ phrase }) => phrase)
  return tracked.length > 0 ? tracked.slice(0, maxSeeds) : [domain.split('.')[0] ?? domain]
}
