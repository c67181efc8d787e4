/** Indexing permissions from meta elements and X-Robots-Tag. */
export type Directives = {
  isNoindex: boolean
  isNofollow: boolean
  isNosnippet: boolean
  isNoimageindex: boolean
  /** Has both of two exclusive directives. */
  isContradictory: boolean
  unavailableAfter: Date | null
}

/** Crawlers whose own directives count too. */
const engines = ['robots', 'googlebot', 'bingbot']

/** The strictest directive wins, as at search engines. */
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
