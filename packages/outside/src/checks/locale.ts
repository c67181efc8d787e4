/** Named by every check: providers know it best. */
export const checkedPlace = { country: 'us', language: 'en' } as const

const names = new Set(
  'gl hl country language location location_code language_code location_used location_requested google_domain se_domain domain device'.split(
    ' ',
  ),
)
const expected: Readonly<Record<string, RegExp>> = {
  gl: /^us$/i,
  country: /^(us|united states)$/i,
  hl: /^en/i,
  language: /^en/i,
  language_code: /^en/i,
  location_code: /^2840$/,
}

/** Of an answer's envelope; lists are skipped. */
export function localeOf(answer: unknown): Record<string, string> {
  if (Array.isArray(answer)) return answer.length === 1 ? localeOf(answer[0]) : {}
  if (typeof answer !== 'object' || answer === null) return {}
  const entries = Object.entries(answer)
  const inner = entries.map(([, value]) => localeOf(value))
  const own = entries.filter(([name, value]) => names.has(name) && /string|number/.test(typeof value))
  return Object.assign({}, ...inner, Object.fromEntries(own.map(([name, value]) => [name, String(value)])))
}

export function foreignParts(locale: Readonly<Record<string, string>>): string[] {
  return Object.entries(locale).flatMap(([name, value]) =>
    expected[name] && !expected[name].test(value) ? [`${name} ${value}`] : [],
  )
}
