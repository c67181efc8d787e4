const countries = new Intl.DisplayNames('en', { type: 'region' })
const languages = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })

/** The name of a country by its ISO 3166-1 code: Indonesia. */
export function countryName(code: string): string {
  return countries.of(code.toUpperCase()) ?? code
}

/** The name of a language by its tag: Indonesian, Portuguese (Brazil). */
export function languageName(tag: string): string {
  return languages.of(tag) ?? tag
}

/** Where something is searched: United States · English. */
export function whereText({ country, language }: { country: string; language: string }): string {
  return `${countryName(country)} · ${languageName(language)}`
}
