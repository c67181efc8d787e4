import type { Charset } from './charset.ts'
import type { Directives } from './directives.ts'
import type { Ids } from './ids.ts'
import type { TextFacts } from './text.ts'

/** How a page was served. */
export type Served = {
  /** The address as asked; redirects are answers of their own. */
  url: string
  status: number
  headers: Readonly<Record<string, string>>
  /** From the request to the whole answer. */
  ms: number
  body: Uint8Array
  /** The body went on, and its rest was not read. */
  isCut?: boolean
}

export type Link = {
  /** As written; empty where there is none. */
  href: string
  /** The page that it leads to; null for other schemes and broken addresses. */
  url: string | null
  /** The part after `#`; empty for links that a script acts on. */
  fragment: string
  isNofollow: boolean
  /** Search engines are not asked to take it for a recommendation: nofollow, sponsored or ugc. */
  isQualified: boolean
  /** The text that a reader, or a screen reader, clicks. */
  text: string
}
export type Image = { src: string; url: string | null; alt: string | null; hasSize: boolean }
export type Resource = { kind: 'script' | 'style' | 'frame' | 'media' | 'image'; url: string; isBlocking: boolean }

/** The result of one pass over a page of HTML. */
export type Page = Omit<Served, 'body' | 'isCut'> & {
  /** Decoded. */
  bytes: number
  /** Only its beginning was read: what is not there may come later. */
  isPartial: boolean
  charset: Charset
  hasDoctype: boolean
  lang: string | null
  /** Those in the head; pictures in SVG have titles too. */
  titles: string[]
  /** Contents of meta elements by lower-case name, property or http-equiv. */
  metas: ReadonlyMap<string, readonly string[]>
  /** Names of meta elements outside the head. */
  metasInBody: string[]
  /** The addresses of `<link rel="next">` and `"prev"`, as written. */
  pagination: string[]
  headings: { level: number; text: string }[]
  canonicals: { href: string; isInHead: boolean }[]
  hreflangs: { lang: string; href: string }[]
  links: Link[]
  /** All of them, also those past the limit of `links`. */
  linkCount: number
  images: Image[]
  /** Pictures for other widths and formats, from srcset. */
  candidates: string[]
  /** `<picture>` elements without an `<img>`. */
  emptyPictures: number
  ids: Ids
  resources: Resource[]
  /** Where its forms send to. */
  forms: string[]
  jsonLd: string[]
  /** Structured data in Microdata or RDFa. */
  hasMarkup: boolean
  /** HTML with all structured data of the page; null where there is none. */
  structured: string | null
  /** The properties that its structured data lacks for the results that it asks for. */
  lacks: readonly string[]
  nodes: number
  text: TextFacts
  directives: Directives
}
