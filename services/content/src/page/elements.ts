import type { Handler, Parser } from 'htmlparser2'
import { collapsed, createOpenTexts } from './open-texts.ts'
import type { Image, Link, Page, Resource } from './page.ts'

type Attributes = Readonly<Record<string, string | undefined>>
type Found = Pick<
  Page,
  'hasDoctype' | 'lang' | 'titles' | 'metas' | 'headings' | 'canonicals' | 'hreflangs' | 'links' | 'linkCount'
> &
  Pick<Page, 'images' | 'resources' | 'forms' | 'jsonLd' | 'hasMarkup' | 'nodes'>

/** Pages may have any number of links, pictures and headings; this many of each are looked at. */
const mostKept = 5_000
/** Each is compared with those of other pages. */
const mostAlternates = 300
/** A longer address is none; each link is completed by the base, so a long base would be read thousands of times. */
const longestAddress = 2_048
/** Deeper than any page that was written on purpose; the parser looks through all open elements at each end. */
const deepest = 500

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
  const texts = createOpenTexts()
  let parser: Parser | undefined

  const keep = <T>(list: T[], value: T, most = mostKept) => {
    if (list.length < most) list.push(value)
  }
  const absolute = (href: string) =>
    href.length > longestAddress ? null : (URL.parse(href.trim(), base ?? address)?.href ?? null)

  const openers: Record<string, (attributes: Attributes) => void> = {
    html: ({ lang }) => {
      found.lang = lang?.slice(0, 100).trim() || null
    },
    base: ({ href }) => {
      if (href === undefined || hasBase) return
      hasBase = true
      const url = absolute(href)
      if (url?.startsWith('http')) base = url
    },
    title: () => {
      if (isHead && open.svg === 0) texts.begin('title', (text) => keep(found.titles, collapsed(text)))
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
        keep(found.hreflangs, { lang: hreflang.slice(0, 100).trim(), href: href.trim() }, mostAlternates)
      if (rels.includes('stylesheet')) resource('style', href, isHead && !/print/i.test(media ?? ''))
    },
    script: ({ src, type, async, defer }) => {
      const kind = type?.trim().toLowerCase() ?? ''
      if (kind === 'application/ld+json') texts.begin('script', (text) => keep(found.jsonLd, text), Infinity)
      else if (src !== undefined)
        resource('script', src, isHead && async === undefined && defer === undefined && kind !== 'module')
    },
    a: ({ href, rel = '', 'aria-label': label, title }) => {
      found.linkCount++
      if (found.links.length >= mostKept) return
      const isNofollow = /\bnofollow\b/i.test(rel)
      const written = href?.trim() ?? ''
      texts.begin('a', (text) => {
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
      if (alt) texts.writeInto('a', ` ${alt}`)
      if (found.images.length >= mostKept) return
      const written = src?.trim() ?? ''
      const hasSize = (width !== undefined && height !== undefined) || /width|aspect-ratio/i.test(style ?? '')
      const image: Image = { src: written, url: toUrl(written, base), alt: alt ?? null, hasSize }
      keep(found.images, image)
      if (src !== undefined) resource('image', src)
    },
    form: ({ action }) => {
      const url = found.forms.length < mostKept ? absolute(action ?? '') : null
      if (url !== null) keep(found.forms, url)
    },
    iframe: ({ src }) => resource('frame', src),
    object: ({ data }) => resource('frame', data),
    video: ({ src }) => resource('media', src),
    audio: ({ src }) => resource('media', src),
    source: ({ src }) => resource('media', src),
  }

  function resource(kind: Resource['kind'], href: string | undefined, isBlocking = false): void {
    const url = href && found.resources.length < mostKept ? absolute(href) : null
    if (url !== null) keep(found.resources, { kind, url, isBlocking })
  }

  function heading(level: number): void {
    texts.begin(`h${level}`, (text) => keep(found.headings, { level, text: collapsed(text) }))
  }

  const handler: Partial<Handler> = {
    onparserinit(given) {
      parser = given
    },
    onprocessinginstruction(name) {
      if (name.toLowerCase() === '!doctype') found.hasDoctype = true
    },
    onopentag(name, attributes) {
      found.nodes++
      // What is open already is closed with the page.
      if (++open.depth > deepest) parser?.pause()
      if (isHead && !inHead.has(name)) isHead = false
      if (attributes.itemscope !== undefined || attributes.typeof !== undefined) found.hasMarkup = true
      if (name.length === 2 && name[0] === 'h' && name >= 'h1' && name <= 'h6') heading(Number(name[1]))
      else openers[name]?.(attributes)
      if (unread.has(name)) open.unread++
      if (besides.has(name)) open.besides++
      if (name === 'svg') open.svg++
    },
    ontext(data) {
      texts.write(data)
      if (open.unread === 0 && open.besides === 0 && !isHead) visible.push(data)
    },
    onclosetag(name) {
      open.depth--
      if (unread.has(name)) open.unread--
      if (besides.has(name)) open.besides--
      if (name === 'svg') open.svg--
      texts.close(name)
      // Words of two blocks are two words.
      if (!inline.has(name)) visible.push(' ')
    },
  }
  return {
    handler,
    isTooDeep: () => open.depth > deepest,
    end: () => {
      texts.closeAll()
      return { ...found, visible: visible.join('') }
    },
  }
}

const inline = new Set('a abbr b bdi bdo cite code em i kbd mark q s small span strong sub sup u var wbr'.split(' '))
