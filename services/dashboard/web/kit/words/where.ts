import { kit as t } from '../../../texts/kit.ts'
import { languageNames, locale } from '../../../texts/locale.ts'

const countries = new Intl.DisplayNames(locale, { type: 'region' })
const languages = new Intl.DisplayNames(locale, { type: 'language', languageDisplay: 'standard' })

/** The name of a country by its ISO 3166-1 code: Indonesia. */
export function countryName(code: string): string {
  return countries.of(code.toUpperCase()) ?? code
}

export function languageName(tag: string): string {
  return languageNames.get(tag) ?? languages.of(tag) ?? tag
}

export type Where = { country: string; language: string; device?: string; location?: string | null }

/** Where something is searched: `United States · English`, or `Austin, Texas, United States · English · Mobile`. */
export function whereText({ country, language, device, location }: Where): string {
  const parts = [location ?? countryName(country), languageName(language)]
  return [...parts, ...(device === 'mobile' ? [t.mobile] : [])].join(' · ')
}
