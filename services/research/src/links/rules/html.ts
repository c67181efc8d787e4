export type Token =
  | { type: 'open'; name: string; attributes: ReadonlyMap<string, string> }
  | { type: 'close'; name: string }
  | { type: 'text'; text: string }

const tag = /<(?:!--[\s\S]*?(?:-->|$)|[!?][^>]*>?|(\/?)([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>?)/giy
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
/** Their content is no page text. */
const raw = new Set(['script', 'style', 'noscript', 'template', 'textarea', 'iframe', 'svg'])

/** Tokens in linear time; skips comments, scripts and styles. */
export function* tokensOf(html: string): Generator<Token> {
  let at = 0
  while (at < html.length) {
    const next = html.indexOf('<', at)
    if (next < 0) break
    if (next > at) yield { type: 'text', text: decoded(html.slice(at, next)) }
    tag.lastIndex = next
    const found = tag.exec(html)
    if (!found) {
      at = next + 1
      continue
    }
    at = tag.lastIndex
    const [, slash, written, attributes = ''] = found
    const name = written?.toLowerCase()
    if (name === undefined) continue
    if (slash) yield { type: 'close', name }
    else {
      yield { type: 'open', name, attributes: attributesOf(attributes) }
      if (raw.has(name)) at = endOf(html, name, at)
    }
  }
  if (at < html.length) yield { type: 'text', text: decoded(html.slice(at)) }
}

function endOf(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}\\b`, 'gi')
  end.lastIndex = from
  return end.exec(html)?.index ?? html.length
}

function attributesOf(text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single, bare] of text.matchAll(attribute)) {
    const key = name.toLowerCase()
    if (!attributes.has(key)) attributes.set(key, decoded(double ?? single ?? bare ?? ''))
  }
  return attributes
}

function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? whole
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}
