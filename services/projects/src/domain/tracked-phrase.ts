/** A phrase and where it is searched; `identity` is the same for phrases that are one keyword. */
export type TrackedPhrase = { phrase: string; identity: string; country: string; language: string }
/** What is to be different; a new phrase comes with its identity. */
export type PhraseChanges = { [K in keyof TrackedPhrase]?: TrackedPhrase[K] | undefined }

/** One text for all that is one keyword of a site. */
export function phraseKey({ identity, country, language }: Omit<TrackedPhrase, 'phrase'>): string {
  return JSON.stringify([identity, country, language])
}

/** The phrase with what is to be different; the rest stays. */
export function changedPhrase(before: TrackedPhrase, changes: PhraseChanges): TrackedPhrase {
  return {
    phrase: changes.phrase ?? before.phrase,
    identity: changes.identity ?? before.identity,
    country: changes.country ?? before.country,
    language: changes.language ?? before.language,
  }
}
