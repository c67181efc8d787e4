import type { Handler } from 'htmlparser2'
import type { Image, Link, Page, Resource } from './page.ts'

type Attributes = Readonly<Record<string, string | undefined>>
type Found = Pick<
  Page,
  'hasDoctype' | 'lang' | 'titles' | 'metas' | 'headings' | 'canonicals' | 'hreflangs' | 'links' | 'linkCount'
> &
  Pick<Page, 'images' | 'resources' | 'forms' | 'jsonLd' | 'hasMarkup' | 'nodes'>

/** Pages may have any number of links, pictures and headings; this many of each are looked at. */
const mostKept = 5_000
/** Deeper than any page that was written on purpose; the parser looks through all open elements at each end. */
const deepest = 500
/** A text is given to every element that collects it. */
const mostOpenTexts = 8

const inHead = new Set('html head title meta link script style base noscript template'.split(' '))
const unread = new Set('script style noscript template svg textarea select'.split(' '))
const besides = new Set(['nav', 'footer', 'aside'])

/** Collects what the audit needs while a parser walks a page. */
export function createElements(toUrl: (href: string, base?: string) => string | null, address: string) {
  const metas = new Map<string, string[]>()
  const found: Found & { metas: Map<string, string[]> } = {
    ...{ hasDoctype: false, lang: null, titles: [], metas, headings: [], canonicals: [], hreflangs: [], links: [] },
    ...{ linkCount: 0, images: [], resources: [], forms: [], jsonLd: [], hasMarkup: false, nodes: 0 },
  }
  const visible: string[] = []
  const open = { depth: 0, unread: 0, besides: 0, svg: 0 }
  let isHead = true
  let base: string | undefined
  let hasBase = false
  /** The elements whose text is being collected, the innermost last. */
  const texts: { name: string; parts: string[]; done: (text: string) => void }[] = []

  const keep = <T>(list: T[], value: T) => {
    if (list.length < mostKept) list.push(value)
  }
  const collect = (name: string, done: (text: string) => void) => {
    if (texts.length < mostOpenTexts) texts.push({ name, parts: [], done })
  }
  const absolute = (href: string) => URL.parse(href.trim(), base ?? address)?.href ?? null

  const openers: Record<string, (attributes: Attributes) => void> = {
    html: ({ lang }) => {
      found.lang = lang?.trim() || null
    },
    base: ({ href }) => {
      if (href === undefined || hasBase) return
      hasBase = true
      base = URL.parse(href, address)?.href
    },
    title: () => {
      if (isHead && open.svg === 0) collect('title', (text) => keep(found.titles, collapsed(text)))
    },
    meta: ({ name, property, content, 'http-equiv': equivalent, charset }) => {
      const key = (name ?? property ?? equivalent ?? (charset === undefined ? undefined : 'charset'))?.toLowerCase()
      if (key === undefined || metas.size > mostKept) return
      const values = metas.get(key) ?? []
      values.push(collapsed(content ?? charset ?? ''))
      metas.set(key, values)
    },
    link: ({ rel = '', href = '', hreflang, media }) => {
      const rels = rel.toLowerCase().split(/\s+/)
      if (rels.includes('canonical')) keep(found.canonicals, { href: href.trim(), isInHead: isHead })
      if (rels.includes('alternate') && hreflang !== undefined)
        keep(found.hreflangs, { lang: hreflang.trim(), href: href.trim() })
      if (rels.includes('stylesheet')) resource('style', href, isHead && !/print/i.test(media ?? ''))
    },
    script: ({ src, type, async, defer }) => {
      const kind = type?.trim().toLowerCase() ?? ''
      if (kind === 'application/ld+json') collect('script', (text) => keep(found.jsonLd, text))
      else if (src !== undefined)
        resource('script', src, isHead && async === undefined && defer === undefined && kind !== 'module')
    },
    a: ({ href, rel = '', 'aria-label': label, title }) => {
      found.linkCount++
      if (found.links.length >= mostKept) return
      const isNofollow = /\bnofollow\b/i.test(rel)
      const written = href?.trim() ?? ''
      collect('a', (text) => {
        const link: Link = {
          href: written,
          url: href === undefined ? null : toUrl(written, base),
          isNofollow,
          text: collapsed(text) || collapsed(label ?? title ?? ''),
        }
        keep(found.links, link)
      })
    },
    img: ({ src, alt, width, height, style }) => {
      const text = alt ?? ''
      if (text !== '') for (const each of texts) if (each.name === 'a') each.parts.push(' ', text)
      const written = src?.trim() ?? ''
      const hasSize = (width !== undefined && height !== undefined) || /width|aspect-ratio/i.test(style ?? '')
      const image: Image = { src: written, url: toUrl(written, base), alt: alt ?? null, hasSize }
      keep(found.images, image)
      if (src !== undefined) resource('image', src)
    },
    form: ({ action }) => {
      const url = absolute(action ?? '')
      if (url !== null) keep(found.forms, url)
    },
    iframe: ({ src }) => resource('frame', src),
    object: ({ data }) => resource('frame', data),
    video: ({ src }) => resource('media', src),
    audio: ({ src }) => resource('media', src),
    source: ({ src }) => resource('media', src),
  }

  function resource(kind: Resource['kind'], href: string | undefined, isBlocking = false): void {
    const url = href ? absolute(href) : null
    if (url !== null) keep(found.resources, { kind, url, isBlocking })
  }

  function heading(level: number): void {
    collect(`h${level}`, (text) => keep(found.headings, { level, text: collapsed(text) }))
  }

  const handler: Partial<Handler> = {
    onprocessinginstruction(name) {
      if (name.toLowerCase() === '!doctype') found.hasDoctype = true
    },
    onopentag(name, attributes) {
      found.nodes++
      open.depth++
      if (isHead && !inHead.has(name)) isHead = false
      if (attributes.itemscope !== undefined || attributes.typeof !== undefined) found.hasMarkup = true
      if (name.length === 2 && name[0] === 'h' && name >= 'h1' && name <= 'h6') heading(Number(name[1]))
      else openers[name]?.(attributes)
      if (unread.has(name)) open.unread++
      if (besides.has(name)) open.besides++
      if (name === 'svg') open.svg++
    },
    ontext(data) {
      for (const each of texts) each.parts.push(data)
      if (open.unread === 0 && open.besides === 0 && !isHead) visible.push(data)
    },
    onclosetag(name) {
      open.depth--
      if (unread.has(name)) open.unread--
      if (besides.has(name)) open.besides--
      if (name === 'svg') open.svg--
      if (texts.at(-1)?.name === name) {
        const ended = texts.pop()
        ended?.done(ended.parts.join(''))
      }
      // Words of two blocks are two words.
      if (!inline.has(name)) visible.push(' ')
    },
  }
  return {
    handler,
    isTooDeep: () => open.depth > deepest,
    end: () => ({ ...found, visible: visible.join('') }),
  }
}

const inline = new Set('a abbr b bdi bdo cite code em i kbd mark q s small span strong sub sup u var wbr'.split(' '))

/** Control characters are no text, and databases refuse some of them. */
function collapsed(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is dropped
  return text.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim()
}
