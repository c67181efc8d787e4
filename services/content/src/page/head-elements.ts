import { type Context, maxKept, type Openers } from './context.ts'
import { collapsed } from './open-texts.ts'

/** Each is compared with other pages' ones. */
const maxAlternates = 300
const maxPagination = 10
const maxMetasInBody = 50
/** Head properties; others may be RDFa. */
const social = /^(og|fb|article|product|twitter):/i

export function headOpeners({ found, open, texts, keep, ...context }: Context): Openers {
  let hasBase = false
  return {
    html: ({ lang }) => {
      found.lang = lang?.slice(0, 100).trim() || null
    },
    base: ({ href }) => {
      if (href === undefined || hasBase) return
      hasBase = true
      const url = context.absolute(href)
      if (url?.startsWith('http')) context.setBase(url)
    },
    title: () => {
      if (context.isHead() && open.svg === 0) texts.begin('title', (text) => keep(found.titles, collapsed(text)))
    },
    meta: ({ name, property, content, 'http-equiv': equivalent, charset, itemprop }) => {
      const key = (name ?? property ?? equivalent ?? (charset === undefined ? undefined : 'charset'))?.toLowerCase()
      if (key === undefined || found.metas.size > maxKept) return
      const values = found.metas.get(key) ?? []
      values.push(collapsed(content ?? charset ?? ''))
      found.metas.set(key, values)
      const isMarkup = itemprop !== undefined || (key === property?.toLowerCase() && !social.test(key))
      if (!context.isHead() && !isMarkup) keep(found.metasInBody, key.slice(0, 100), maxMetasInBody)
    },
    link: ({ rel = '', href = '', hreflang, media }) => {
      const rels = rel.toLowerCase().split(/\s+/)
      const written = href.trim()
      if (rels.includes('canonical')) keep(found.canonicals, { href: written, isInHead: context.isHead() })
      if (rels.includes('alternate') && hreflang !== undefined)
        keep(found.hreflangs, { lang: hreflang.slice(0, 100).trim(), href: written }, maxAlternates)
      if (rels.includes('next') || rels.includes('prev')) keep(found.pagination, written, maxPagination)
      if (rels.includes('stylesheet'))
        context.addResource('style', href, context.isHead() && !/print/i.test(media ?? ''))
    },
    script: ({ src, type, async, defer }) => {
      const kind = type?.trim().toLowerCase() ?? ''
      const isBlocking = context.isHead() && async === undefined && defer === undefined && kind !== 'module'
      if (kind === 'application/ld+json') texts.begin('script', (text) => keep(found.jsonLd, text), Infinity)
      else if (src !== undefined) context.addResource('script', src, isBlocking)
    },
  }
}
