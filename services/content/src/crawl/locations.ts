import { Parser } from 'htmlparser2'

/** What a sitemap says: pages, or further sitemaps. `isCut` when it has more than a sitemap may have. */
export type Sitemap = { kind: 'pages' | 'index' | 'invalid'; locations: string[]; isCut: boolean }

const maxLocations = 50_000
const maxLength = 10_000
/** Deeper than any sitemap or feed; the parser looks through all open elements at each end. */
const deepest = 100

/** Collects the addresses of a sitemap: an index or pages in XML, an RSS or Atom feed, or plain lines. */
export function createLocationReader() {
  const locations: string[] = []
  let isCut = false
  let reader: TextReader | null = null

  function add(written: string): void {
    const location = written.trim()
    if (location === '' || location.length > maxLength) return
    if (locations.length < maxLocations) locations.push(location)
    else isCut = true
  }

  return {
    isCut: () => isCut,
    cut: () => {
      isCut = true
    },
    write(text: string): void {
      const start = reader ? text : text.replace(/^[\s\uFEFF]+/, '')
      if (start === '') return
      reader ??= start.startsWith('<') ? xmlReader(add) : lineReader(add)
      reader.write(start)
    },
    end(): Sitemap {
      return { kind: reader?.end() ?? 'invalid', locations, isCut }
    },
  }
}

type TextReader = { write(text: string): void; end(): Sitemap['kind'] }

/** Entities that a document type declares are never expanded. */
function xmlReader(add: (location: string) => void): TextReader {
  let kind: Sitemap['kind'] | null = null
  let element = 'loc'
  let text: string | null = null
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > deepest) return parser.pause()
        if (kind === null) {
          const [, prefix = '', root = ''] = /^(.*:)?(.*)$/.exec(name) ?? []
          kind = kinds.get(root) ?? 'invalid'
          element = root === 'rss' || root === 'feed' ? 'link' : `${prefix}loc`
        }
        if (name !== element) return
        text = ''
        // Atom writes its address as an attribute.
        if (attributes.href && (attributes.rel ?? 'alternate') === 'alternate') add(attributes.href)
      },
      ontext(data) {
        if (text !== null && text.length < maxLength) text += data
      },
      onclosetag(name) {
        depth--
        if (name !== element || text === null) return
        add(text)
        text = null
      },
    },
    { xmlMode: true },
  )
  return {
    write: (part) => {
      if (depth <= deepest) parser.write(part)
    },
    end: () => {
      parser.end()
      return depth > deepest ? 'invalid' : (kind ?? 'invalid')
    },
  }
}

const kinds = new Map<string, Sitemap['kind']>([
  ['sitemapindex', 'index'],
  ['urlset', 'pages'],
  ['rss', 'pages'],
  ['feed', 'pages'],
])

function lineReader(add: (location: string) => void): TextReader {
  let open = ''
  let kind: Sitemap['kind'] = 'invalid'
  const take = (lines: readonly string[]) => {
    for (const line of lines) {
      if (!/^\s*https?:\/\//i.test(line)) continue
      kind = 'pages'
      add(line)
    }
  }
  return {
    write: (part) => {
      const lines = (open + part).split(/\r\n|\r|\n/)
      open = lines.pop() ?? ''
      // A line without an end is no list of addresses.
      if (open.length > 10_000) open = ''
      take(lines)
    },
    end: () => {
      take([open])
      return kind
    },
  }
}
