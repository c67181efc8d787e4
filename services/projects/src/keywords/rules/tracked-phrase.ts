/** A phrase and where it is searched; spellings of the same keyword have the same `identity`. */
export type TrackedPhrase = { phrase: string; identity: string; country: string; language: string }
/** The fields to change; a new phrase comes with its identity. */
export type PhraseChanges = { [K in keyof TrackedPhrase]?: TrackedPhrase[K] | undefined }

/** A key that is the same for all spellings of a site's keyword. */
export function phraseKey({ identity, country, language }: Omit<TrackedPhrase, 'phrase'>): string {
  return JSON.stringify([identity, country, language])
}

export function changedPhrase(before: TrackedPhrase, changes: PhraseChanges): TrackedPhrase {
  return {
    phrase: changes.phrase ?? before.phrase,
    identity: changes.identity ?? before.identity,
    country: changes.country ?? before.country,
    language: changes.language ?? before.language,
  }
}
