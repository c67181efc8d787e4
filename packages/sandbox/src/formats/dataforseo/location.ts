const known = new Map<number, string>()

/** 2000 + the ISO 3166-1 number, as two lower-case letters; null when it is none. */
export function countryOfCode(code: number): string | null {
  const before = known.get(code)
  if (before !== undefined) return before
  const country = readCode(code)
  if (country !== null) known.set(code, country)
  return country
}

function readCode(code: number): string | null {
  const digits = String(code - 2000).padStart(3, '0')
  if (!/^\d{3}$/.test(digits)) return null
  // Canonical tags replace a numeric region by letters: no table needed.
  const region = new Intl.Locale(Intl.getCanonicalLocales(`und-${digits}`)[0] ?? 'und').region
  return region !== undefined && /^[A-Z]{2}$/.test(region) && region !== 'ZZ' ? region.toLowerCase() : null
}

function countriesByName(): Map<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const regions = letters.flatMap((a) => letters.map((b) => a + b))
  return new Map(
    regions.flatMap((region) => {
      const name = names.of(region)
      return name === undefined ? [] : [[name.toLowerCase(), region.toLowerCase()]]
    }),
  )
}

let named: Map<string, string> | undefined

/** Of "London,England,United Kingdom"; null when it is none. */
export function countryOfName(name: string): string | null {
  named ??= countriesByName()
  return named.get(name.split(',').at(-1)?.trim().toLowerCase() ?? '') ?? null
}
