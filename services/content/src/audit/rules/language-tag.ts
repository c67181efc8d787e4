const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** Sites repeat a few tags, and a lookup takes 20 µs. */
const asked = new Map<string, boolean>()
const maxAsked = 1_000

/** By the codes in use: en-GB passes; en-UK and xx fail. */
export function isLanguageTag(tag: string): boolean {
  const known = asked.get(tag)
  if (known !== undefined) return known
  if (asked.size >= maxAsked) asked.clear()
  const answer = isTag(tag)
  asked.set(tag, answer)
  return answer
}

function isTag(tag: string): boolean {
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(tag)
    if (canonical.toLowerCase() !== tag.toLowerCase()) return false
    const { language, region } = new Intl.Locale(canonical)
    if (region !== undefined && !/^([A-Z]{2}|419)$/.test(region)) return false
    return languages.of(language) !== undefined && (region === undefined || isCountry(region))
  } catch {
    return false
  }
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

function isCountry(region: string): boolean {
  return regions.of(region) !== undefined
}

export function primary(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? ''
}

/** `x-default`, for visitors with any other language. */
export function isDefault(tag: string): boolean {
  return tag.toLowerCase() === 'x-default'
}
