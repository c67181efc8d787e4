import { byPhrase, type Comparison, type Place } from '@rts/shared/phrases/own-pages'

/** Every planner takes this many. */
const maxSeeds = 20

/** Oldest tracked phrases, else the domain's name. */
export function seedsOf({ keywords }: Comparison, place: Place, domain: string): string[] {
  const tracked = [...byPhrase(keywords, place).values()].map(({ phrase }) => phrase)
  return tracked.length > 0 ? tracked.slice(0, maxSeeds) : [domain.split('.')[0] ?? domain]
}
