/** `country`: two lower-case letters; `language`: a primary subtag. */
export type Query = {
  engine: string
  phrase: string
  country: string
  language: string
  device: 'desktop' | 'mobile'
  /** A city as the request names it; absent for the whole country. */
  place?: string
}

/** NFC, trimmed, single spaces, lower case. */
export function normalPhrase(phrase: string): string {
  return phrase.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase()
}

/** "uk" becomes "gb". */
export function normalCountry(country: string): string {
  const code = country.toLowerCase()
  return code === 'uk' ? 'gb' : code
}

/** Primary subtag: providers disagree on regions, all show one world. */
export function normalLanguage(language: string): string {
  const primary = language.toLowerCase().split(/[-_]/)[0] ?? 'en'
  return engineCodes[primary] ?? primary
}

/** Engines' codes that differ from BCP 47. */
const engineCodes: Readonly<Record<string, string>> = { iw: 'he', tl: 'fil', no: 'nb' }

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

/** The first part of a name with commas, in lower case; a country is no city. */
function cityOf(place: string | undefined): string | null {
  const parts = (place ?? '').split(',').map((part) => part.trim().toLowerCase())
  return parts.length > 1 ? (parts[0] ?? null) : null
}
