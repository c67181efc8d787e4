import type { Device } from '@rts/shared/contract/locale'

/** Where and on what a phrase is searched; `location` is a place of the list by its name, null for the country as a whole. */
export type Where = { country: string; language: string; device: Device; location: string | null }
/** A phrase and where it is searched; spellings of the same keyword have the same `identity`. */
export type TrackedPhrase = Where & { phrase: string; identity: string }
/** The fields to change; a new phrase comes with its identity. */
export type PhraseChanges = { [K in keyof TrackedPhrase]?: TrackedPhrase[K] | undefined }

/** A key that is the same for all spellings of a site's keyword. */
export function phraseKey({ identity, country, language, device, location }: Omit<TrackedPhrase, 'phrase'>): string {
  return JSON.stringify([identity, country, language, device, location])
}

export function changedPhrase(before: TrackedPhrase, changes: PhraseChanges): TrackedPhrase {
  return {
    phrase: changes.phrase ?? before.phrase,
    identity: changes.identity ?? before.identity,
    country: changes.country ?? before.country,
    language: changes.language ?? before.language,
    device: changes.device ?? before.device,
    location: changes.location === undefined ? before.location : changes.location,
  }
}

/**
 * Keywords after a change, in order: which become others, and which another of the site's keywords is already. `known` has the ids of
 * the site's keywords by `phraseKey`, before the change.
 */
export function withoutTwins<K extends TrackedPhrase & { id: string }>(
  moved: readonly K[],
  known: ReadonlyMap<string, string>,
): { changed: K[]; conflicts: string[] } {
  const taken = new Map(known)
  const changed: K[] = []
  const conflicts: string[] = []
  for (const keyword of moved) {
    const key = phraseKey(keyword)
    const twin = taken.get(key)
    if (twin === keyword.id) continue
    if (twin === undefined) changed.push(keyword)
    else conflicts.push(keyword.id)
    taken.set(key, twin ?? keyword.id)
  }
  return { changed, conflicts }
}
