import { Parser } from 'htmlparser2'

/** Sitemap addresses: pages or further sitemaps. `isCut`: over the limit. */
export type Sitemap = { kind: 'pages' | 'index' | 'invalid'; locations: string[]; isCut: boolean }

const maxLocations = 50_000
const maxLength = 4_096
/** Deeper than any sitemap; each end tag costs the parser a scan of the open elements. */
const deepest = 100
/** More than any element's attributes, and than a tag's or comment's characters. */
const maxAttributes = 100
const longestTag = 100_000
const longestUnread = 1_000_000

/** Reads a sitemap: XML index or pages, RSS, Atom, or plain lines. */
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

/** Keeps only Atom link addresses; stops at excessive depth or tag length. Declared entities are never expanded. */
function xmlReader(add: (location: string) => void): TextReader {
  let kind: Sitemap['kind'] | null = null
  let element = 'loc'
  let text: string | null = null
  let link = { href: '', rel: 'alternate' }
  let tag: { name: string; at: number; attributes: number } | null = null
  let depth = 0
  let written = 0
  let isEntangled = false
  const leave = () => {
    isEntangled = true
    parser.pause()
  }
  const parser = new Parser(
    {
      onopentagname(name) {
        tag = { name, at: parser.startIndex, attributes: 0 }
        if (++depth > deepest) return leave()
        if (kind === null) {
          const [, prefix = '', root = ''] = /^(.*:)?(.*)$/.exec(name) ?? []
          kind = kinds.get(root) ?? 'invalid'
          element = root === 'rss' || root === 'feed' ? 'link' : `${prefix}loc`
        }
        if (name !== element) return
        text = ''
        link = { href: '', rel: 'alternate' }
      },
      onattribute(name, value) {
        if (tag && ++tag.attributes > maxAttributes) return leave()
        if (tag?.name === element && (name === 'href' || name === 'rel')) link[name] = value
      },
      ontext(data) {
        tag = null
        if (text !== null && text.length < maxLength) text += data
      },
      onclosetag(name) {
        tag = null
        depth--
        if (name !== element || text === null) return
        if (link.rel === 'alternate') add(link.href)
        add(text)
        text = null
      },
    },
    { xmlMode: true },
  )
  return {
    write: (part) => {
      if (isEntangled) return
      parser.write(part)
      written += part.length
      if (written - parser.endIndex > longestUnread || (tag && written - tag.at > longestTag)) leave()
    },
    end: () => {
      parser.end()
      return isEntangled ? 'invalid' : (kind ?? 'invalid')
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
      // An endless line is no list.
      if (open.length > maxLength) open = ''
      take(lines)
    },
    end: () => {
      take([open])
      return kind
    },
  }
}
