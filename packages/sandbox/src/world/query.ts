/** A search. `country` is two lower-case letters, `language` a primary subtag in lower case. */
export type Query = {
  engine: string
  phrase: string
  country: string
  language: string
  device: 'desktop' | 'mobile'
  /** The city where the searcher is, as the request names it; absent for the country as a whole. */
  place?: string
}

/** One form of a phrase: NFC, trimmed, single spaces, lower case. */
export function normalPhrase(phrase: string): string {
  return phrase.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase()
}

/** Two lower-case letters; "uk" means "gb". */
export function normalCountry(country: string): string {
  const code = country.toLowerCase()
  return code === 'uk' ? 'gb' : code
}

/** The primary subtag: providers disagree on regional forms, and all of them show one world. */
export function normalLanguage(language: string): string {
  const primary = language.toLowerCase().split(/[-_]/)[0] ?? 'en'
  return engineCodes[primary] ?? primary
}

/** The engines' own codes for languages that BCP 47 names otherwise. */
const engineCodes: Readonly<Record<string, string>> = { iw: 'he', tl: 'fil', no: 'nb' }

/** A query in the world's normal form. */
export function toQuery(input: {
  phrase: string
  country?: string | undefined
  language?: string | undefined
  device?: string | undefined
  engine?: string | undefined
  place?: string | undefined
}): Query {
  const place = cityOf(input.place)
  return {
    engine: input.engine ?? 'google',
    phrase: normalPhrase(input.phrase),
    country: normalCountry(input.country ?? 'us'),
    language: normalLanguage(input.language ?? 'en'),
    device: input.device === 'mobile' ? 'mobile' : 'desktop',
    ...(place === null ? {} : { place }),
  }
}

/** Of a name with commas its first part, in lower case; a country alone is no city. */
function cityOf(place: string | undefined): string | null {
  const parts = (place ?? '').split(',').map((part) => part.trim().toLowerCase())
  return parts.length > 1 ? (parts[0] ?? null) : null
}
