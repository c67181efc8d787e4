import { Parser } from 'htmlparser2'

export type Marked = {
  at: number
  tag: string
  attributes: Map<string, string>
  parent: Marked | null
  children: Marked[]
  textFrom: number
  textTo: number
}
export type Script = { at: number; from: number; to: number; isClosed: boolean }
export type Page = {
  marked: Marked[]
  scripts: Script[]
  text: string
  /** Where too deep nesting stopped the parse. */
  endsAt: number | null
}

/** Browsers stop at 512; parse time is quadratic in depth. */
export const maxDepth = 1_000

const marking = new Set([
  'itemscope',
  'itemprop',
  'vocab',
  'typeof',
  'property',
  'resource',
  'about',
  'prefix',
  'rel',
  'rev',
])
// Ids matter only to itemref, whose reference may come later.
const kept = new Set([
  ...marking,
  'id',
  'itemtype',
  'itemid',
  'itemref',
  'content',
  'datetime',
  'href',
  'src',
  'data',
  'value',
  'datatype',
])
const hidden = new Set(['script', 'style', 'template'])

/** One pass: marked elements, JSON-LD scripts, text. */
export function readPage(html: string): Page {
  const page: Page = { marked: [], scripts: [], text: '', endsAt: null }
  const chunks: string[] = []
  const open: (Marked | null)[] = []
  let attributes = new Map<string, string>()
  let inner: Marked | null = null
  let textLength = 0
  let script: Script | null = null
  let hiding = 0

  const parser = new Parser({
    onopentagname() {
      attributes = new Map()
    },
    onattribute(name, value) {
      if ((kept.has(name) || name === 'type') && !attributes.has(name)) attributes.set(name, value)
    },
    onopentag(tag) {
      const at = parser.startIndex
      if (open.length >= maxDepth) {
        page.endsAt ??= at
        return parser.pause()
      }
      if (hidden.has(tag)) hiding++
      if (tag === 'script' && isJsonLd(attributes.get('type'))) {
        script = { at, from: parser.endIndex + 1, to: parser.endIndex + 1, isClosed: false }
      }
      if (!isMarked(attributes)) return void open.push(null)
      const marked: Marked = {
        at,
        tag,
        attributes,
        parent: inner,
        children: [],
        textFrom: textLength,
        textTo: textLength,
      }
      inner?.children.push(marked)
      page.marked.push(marked)
      open.push(marked)
      inner = marked
    },
    ontext(data) {
      if (script) script.to = parser.endIndex + 1
      if (hiding > 0) return
      chunks.push(data)
      textLength += data.length
    },
    onclosetag(tag, isImplied) {
      if (hidden.has(tag)) hiding--
      if (script && tag === 'script') {
        page.scripts.push({ ...script, isClosed: !isImplied })
        script = null
      }
      const marked = open.pop()
      if (!marked) return
      marked.textTo = textLength
      inner = marked.parent
    },
  })
  parser.end(html)
  for (const marked of open) if (marked) marked.textTo = textLength
  page.text = chunks.join('')
  return page
}

function isMarked(attributes: Map<string, string>): boolean {
  if (attributes.has('id')) return true
  for (const name of attributes.keys()) if (marking.has(name)) return true
  return false
}

/** Ignores parameters and case. */
function isJsonLd(type: string | undefined): boolean {
  return type?.split(';', 1)[0]?.trim().toLowerCase() === 'application/ld+json'
}
