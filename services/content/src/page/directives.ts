/** The permissions of a page for search engines, from its meta elements and its X-Robots-Tag header. */
export type Directives = {
  isNoindex: boolean
  isNofollow: boolean
  isNosnippet: boolean
  isNoimageindex: boolean
  /** Says both of a pair that exclude each other. */
  isContradictory: boolean
  unavailableAfter: Date | null
}

/** Crawlers whose own directives we read as well; others' are for others. */
const engines = ['robots', 'googlebot', 'bingbot']

/** The strictest of all directives counts, as at the search engines. */
export function readDirectives(metas: ReadonlyMap<string, readonly string[]>, header: string | undefined): Directives {
  const fromMetas = engines.flatMap((name) => metas.get(name) ?? [])
  const fromHeader = header === undefined ? [] : [header.replace(/(^|,)\s*(googlebot|bingbot|robots)\s*:/gi, '$1')]
  const all = [...fromMetas, ...fromHeader].map((text) => text.toLowerCase())
  const words = new Set(all.flatMap((text) => text.split(/[\s,]+/)))
  const says = (...names: string[]) => names.some((name) => words.has(name))
  const after = all.flatMap((text) => /unavailable_after:\s*([^,]*(?:,\s*\d[^,]*)?)/.exec(text)?.[1] ?? [])[0]
  return {
    isNoindex: says('noindex', 'none'),
    isNofollow: says('nofollow', 'none'),
    isNosnippet: says('nosnippet') || all.some((text) => /max-snippet:\s*0/.test(text)),
    isNoimageindex: says('noimageindex'),
    isContradictory:
      (says('noindex', 'none') && says('index', 'all')) || (says('nofollow', 'none') && says('follow', 'all')),
    unavailableAfter: dateOf(after),
  }
}

function dateOf(text: string | undefined): Date | null {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? null : new Date(time)
}
