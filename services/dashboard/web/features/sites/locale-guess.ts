export type Locale = { country: string; language: string }
/** The choices: ISO 3166-1 codes in lower case, BCP 47 tags. */
export type Offered = { countries: readonly string[]; languages: readonly string[] }

/** Endings of countries that are used everywhere: Google Search Central, "Managing multi-regional and multilingual sites". */
const generic = new Set('ad ai as bz cc cd co dj fm io la me ms nu sc sr su tv tk ws'.split(' '))

/** Where phrases are most likely searched for a site: by the ending of its host, else by the languages of the browser. */
export function guessLocale(host: string, spoken: readonly string[], offered: Offered): Locale {
  const country = countryOfEnding(host, offered)
  if (country !== undefined) return { country, language: mainLanguage(country, spoken, offered) }
  return { country: countryOfBrowser(spoken, offered), language: languageOfBrowser(spoken, offered) }
}

/** The language that most people of a country read, by CLDR's likely subtags; that of the browser where it is not offered. */
export function mainLanguage(country: string, spoken: readonly string[], offered: Offered): string {
  const [language] = offeredFor(new Intl.Locale(`und-${country.toUpperCase()}`), offered)
  return language ?? languageOfBrowser(spoken, offered)
}

function countryOfEnding(host: string, { countries }: Offered): string | undefined {
  const ending = host.slice(host.lastIndexOf('.') + 1)
  const country = ending === 'uk' ? 'gb' : ending
  return host.includes('.') && !generic.has(country) && countries.includes(country) ? country : undefined
}

function countryOfBrowser(spoken: readonly string[], { countries }: Offered): string {
  const locales = localesOf(spoken)
  const regions = [...locales.map(({ region }) => region), locales[0]?.maximize().region]
  return regions.map((region) => region?.toLowerCase() ?? '').find((code) => countries.includes(code)) ?? 'us'
}

function languageOfBrowser(spoken: readonly string[], offered: Offered): string {
  return localesOf(spoken).flatMap((locale) => offeredFor(locale, offered))[0] ?? 'en'
}

/** Offered tags of a locale's language in its script: the one without a region first, then the one with the locale's own. */
function offeredFor(locale: Intl.Locale, { languages }: Offered): string[] {
  const { language, script, region } = locale.maximize()
  const same = languages.filter((tag) => {
    const each = new Intl.Locale(tag).maximize()
    return each.language === language && each.script === script
  })
  const preferred = [language, `${language}-${region}`].filter((tag) => same.includes(tag))
  return [...preferred, ...same]
}

function localesOf(tags: readonly string[]): Intl.Locale[] {
  return tags.flatMap((tag) => {
    try {
      return [new Intl.Locale(tag)]
    } catch {
      // Browsers on some systems name a language that is no tag.
      return []
    }
  })
}
