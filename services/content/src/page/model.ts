import type { Charset } from './charset.ts'
import type { Directives } from './directives.ts'
import type { Ids } from './ids.ts'
import type { TextFacts } from './text.ts'

export type Served = {
  /** As requested; redirects are separate answers. */
  url: string
  status: number
  headers: Readonly<Record<string, string>>
  /** From request to complete answer. */
  ms: number
  body: Uint8Array
  isCut?: boolean
}

export type Link = {
  /** As written; empty if absent. */
  href: string
  /** Null for other schemes and broken addresses. */
  url: string | null
  /** After `#`; empty if a script handles the link. */
  fragment: string
  isNofollow: boolean
  isQualified: boolean
  /** Visible or accessible text. */
  text: string
}
export type Image = { src: string; url: string | null; alt: string | null; hasSize: boolean }
export type Resource = { kind: 'script' | 'style' | 'frame' | 'media' | 'image'; url: string; isBlocking: boolean }

/** One parse of an HTML page. */
export type Page = Omit<Served, 'body' | 'isCut'> & {
  bytes: number
  /** Only the beginning was read: missing elements may follow. */
  isPartial: boolean
  charset: Charset
  hasDoctype: boolean
  lang: string | null
  /** Head only: SVG has titles too. */
  titles: string[]
  /** Meta contents by lower-case name, property or http-equiv. */
  metas: ReadonlyMap<string, readonly string[]>
  metasInBody: string[]
  /** `<link rel="next">` and `"prev"`, as written. */
  pagination: string[]
  headings: { level: number; text: string }[]
  canonicals: { href: string; isInHead: boolean }[]
  hreflangs: { lang: string; href: string }[]
  links: Link[]
  /** Includes links past the limit of `links`. */
  linkCount: number
  images: Image[]
  candidates: string[]
  /** `<picture>` elements without an `<img>`. */
  emptyPictures: number
  ids: Ids
  resources: Resource[]
  forms: string[]
  jsonLd: string[]
  /** Microdata or RDFa. */
  hasMarkup: boolean
  /** HTML with all its structured data; null if none. */
  structured: string | null
  /** Properties missing for the rich results it aims at. */
  lacks: readonly string[]
  nodes: number
  text: TextFacts
  directives: Directives
}
