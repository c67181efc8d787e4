import type { Collects } from '@rts/shared/collects/collects'
import type { Asker, Reading } from '@rts/shared/collects/kind'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import { byPhrase, type Comparison, type Place } from '@rts/shared/phrases/own-pages'
import { rowsOf } from '../collected.ts'
import type { IdeasKind } from './collecting.ts'
import type { KeyedRow } from './rules/figures.ts'
import type { Keywords } from './tables.ts'

export type Ideas = { rows: KeyedRow[]; updatedAt: string }

/** Null: nothing collected yet. */
export function ideasIn({ body, state }: Pick<Reading<Keywords>, 'body' | 'state'>): Ideas | null {
  return body && state.updatedAt !== null ? { rows: rowsOf<KeyedRow>(body), updatedAt: state.updatedAt } : null
}

/** Ideas saved for a site's planner; collects nothing. */
export async function savedIdeas(
  { collects, ideas }: { collects: Collects; ideas: IdeasKind | null },
  { id, accountId, domain, country, language, frozen: isFrozen }: KnownSite,
  comparison: Comparison,
): Promise<Ideas | null> {
  if (!ideas) return null
  const place = { country, language }
  const asker: Asker = { scope: `s:${id}`, accountId, plan: 'free', mayCollect: false, isFrozen, waitMs: 0 }
  const [reading] = await collects.read(ideas, [{ phrases: seedsOf(comparison, place, domain), ...place }], asker)
  return reading ? ideasIn(reading) : null
}

/** Every planner takes this many. */
const maxSeeds = 20

/** Oldest tracked phrases, else the domain's name. */
export function seedsOf({ keywords }: Comparison, place: Place, domain: string): string[] {
  const tracked = [...byPhrase(keywords, place).values()].map(({ phrase }) => phrase)
  return tracked.length > 0 ? tracked.slice(0, maxSeeds) : [domain.split('.')[0] ?? domain]
}
