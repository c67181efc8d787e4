import { Parser } from 'htmlparser2'
import { pageUrl } from '../crawl/page-url.ts'
import { decodePage } from './charset.ts'
import { readDirectives } from './directives.ts'
import { createElements } from './elements.ts'
import type { Page, Served } from './page.ts'
import { textFacts } from './text.ts'

/** A page is handed to the parser in pieces, so that one that is too deep is left in time. */
const pieceLength = 65_536

/** Reads a page of HTML in one pass. Never throws: whatever it is, browsers would show something. */
export function readPage({ body, ...served }: Served): Page {
  const { text, charset } = decodePage(body, served.headers['content-type'] ?? '')
  const elements = createElements((href, base) => pageUrl(href, base ?? served.url), served.url)
  const parser = new Parser(elements.handler, { decodeEntities: true })
  for (let at = 0; at < text.length && !elements.isTooDeep(); at += pieceLength)
    parser.write(text.slice(at, at + pieceLength))
  parser.end()
  const { visible, ...found } = elements.end()
  return {
    ...served,
    ...found,
    bytes: body.length,
    charset,
    structured: structuredOf(found, text),
    lacks: [],
    text: textFacts(visible),
    directives: readDirectives(found.metas, served.headers['x-robots-tag']),
  }
}

/** The scripts alone are read in no time; attributes may be anywhere. */
function structuredOf({ jsonLd, hasMarkup }: Pick<Page, 'jsonLd' | 'hasMarkup'>, text: string): string | null {
  if (hasMarkup) return text
  const scripts = jsonLd.map((json) => `<script type="application/ld+json">${json}</script>`)
  return scripts.length === 0 ? null : scripts.join('')
}
