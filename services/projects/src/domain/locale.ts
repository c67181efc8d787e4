/** A phrase in its place; `identity` is the same for phrases that are one keyword. */
export type Locale = { phrase: string; identity: string; country: string; language: string }

/** One text for all that is one keyword of a site. */
export function localeKey({ identity, country, language }: Omit<Locale, 'phrase'>): string {
  return JSON.stringify([identity, country, language])
}
