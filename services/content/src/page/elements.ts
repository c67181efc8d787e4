import type { Handler, Parser } from 'htmlparser2'
import { bodyOpeners } from './body-elements.ts'
import { type Context, maxKept, nothingFound } from './context.ts'
import { headOpeners } from './head-elements.ts'
import { createIds } from './ids.ts'
import { collapsed, createOpenTexts } from './open-texts.ts'

/** Every link resolves against the base, so a long base costs thousands of reads. */
const longestAddress = 2_048
/** No real page is deeper; each end tag costs the parser a scan of the open elements. */
const deepest = 500

const inHead = new Set('html head title meta link script style base noscript template'.split(' '))
const unread = new Set('script style noscript svg textarea select'.split(' '))
const besides = new Set(['nav', 'footer', 'aside'])
const inline = new Set('a abbr b bdi bdo cite code em i kbd mark q s small span strong sub sup u var wbr'.split(' '))

export function createElements(toUrl: (href: string, base?: string) => string | null, address: string) {
  const found = nothingFound()
  const visible: string[] = []
  const prose: string[] = []
  const pictures: boolean[] = []
  const open = { depth: 0, unread: 0, besides: 0, svg: 0, links: 0 }
  const templates = createTemplates()
  const texts = createOpenTexts()
  const ids = createIds()
  let isHead = true
  let base: string | undefined
  let parser: Parser | undefined

  const context: Context = {
    found,
    open,
    texts,
    ids,
    isHead: () => isHead,
    toUrl: (href) => toUrl(href, base),
    absolute: (href) => (href.length > longestAddress ? null : (URL.parse(href.trim(), base ?? address)?.href ?? null)),
    setBase: (url) => {
      base = url
    },
    keep: (list, value, max = maxKept) => {
      if (list.length < max) list.push(value)
    },
    addResource: (kind, href, isBlocking = false) => {
      const url = href && found.resources.length < maxKept ? context.absolute(href) : null
      if (url !== null) found.resources.push({ kind, url, isBlocking })
    },
  }
  const openers = { ...headOpeners(context), ...bodyOpeners(context, pictures) }

  function count(name: string, by: 1 | -1): void {
    if (unread.has(name)) open.unread += by
    if (besides.has(name)) open.besides += by
    if (name === 'svg') open.svg += by
    if (name === 'a') open.links += by
  }
  function write(data: string, isProse: boolean): void {
    visible.push(data)
    if (isProse) prose.push(data)
  }

  const handler: Partial<Handler> = {
    onparserinit(given) {
      parser = given
    },
    onprocessinginstruction(name) {
      if (name.toLowerCase() === '!doctype') found.hasDoctype = true
    },
    onopentag(name, attributes) {
      // The page's end closes open elements.
      if (++open.depth > deepest) parser?.pause()
      const isShadow = attributes.shadowrootmode !== undefined
      if (templates.begin(name === 'template' && !isShadow, open.depth, parser?.startIndex ?? 0)) return
      found.nodes++
      if (isHead && !inHead.has(name)) isHead = false
      if (attributes.itemscope !== undefined || attributes.typeof !== undefined) found.hasMarkup = true
      if (attributes.id !== undefined) ids.add(attributes.id)
      const level = name.length === 2 && name >= 'h1' && name <= 'h6' ? Number(name[1]) : null
      if (level !== null) texts.begin(name, (text) => context.keep(found.headings, { level, text: collapsed(text) }))
      else openers[name]?.(attributes)
      count(name, 1)
    },
    ontext(data) {
      if (templates.isOpen()) return
      texts.write(data)
      if (open.unread === 0 && open.besides === 0 && !isHead) write(data, open.links === 0)
    },
    onclosetag(name) {
      open.depth--
      if (templates.end(open.depth, (parser?.endIndex ?? 0) + 1)) return
      count(name, -1)
      if (name === 'picture' && pictures.pop() === false) found.emptyPictures++
      texts.close(name)
      if (!inline.has(name)) write(' ', true)
      else if (name === 'a') prose.push(' ')
    },
  }
  return {
    handler,
    isTooDeep: () => open.depth > deepest,
    end: (isPartial: boolean) => {
      texts.closeAll()
      const parts = { visible: visible.join(''), prose: prose.join(''), templates: templates.found }
      return { ...found, ids: ids.end(isPartial), ...parts }
    },
  }
}

function createTemplates() {
  const found: { from: number; to: number }[] = []
  let depth = 0
  let from = 0
  return {
    found,
    isOpen: () => depth > 0,
    begin(isTemplate: boolean, at: number, index: number): boolean {
      if (depth > 0 || !isTemplate) return depth > 0
      depth = at
      from = index
      return true
    },
    /** Whether the ended element was a template or in one; `at`: remaining depth. */
    end(at: number, index: number): boolean {
      if (depth === 0) return false
      if (at >= depth) return true
      depth = 0
      found.push({ from, to: index })
      return true
    },
  }
}
