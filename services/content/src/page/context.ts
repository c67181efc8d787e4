import type { createIds } from './ids.ts'
import type { Page, Resource } from './model.ts'
import type { createOpenTexts } from './open-texts.ts'

export type Attributes = Readonly<Record<string, string | undefined>>
/** Handlers of opening tags by the name of the element. */
export type Openers = Record<string, (attributes: Attributes) => void>

export type Found = Pick<
  Page,
  'hasDoctype' | 'lang' | 'titles' | 'metasInBody' | 'pagination' | 'headings' | 'canonicals' | 'hreflangs'
> &
  Pick<Page, 'links' | 'linkCount' | 'images' | 'candidates' | 'emptyPictures' | 'resources' | 'forms' | 'jsonLd'> &
  Pick<Page, 'hasMarkup' | 'nodes'> & { metas: Map<string, string[]> }

export function nothingFound(): Found {
  return {
    hasDoctype: false,
    lang: null,
    titles: [],
    metas: new Map(),
    metasInBody: [],
    pagination: [],
    headings: [],
    canonicals: [],
    hreflangs: [],
    links: [],
    linkCount: 0,
    images: [],
    candidates: [],
    emptyPictures: 0,
    resources: [],
    forms: [],
    jsonLd: [],
    hasMarkup: false,
    nodes: 0,
  }
}

/** The state of a walk through a page, shared by the handlers of its elements. */
export type Context = {
  found: Found
  open: { depth: number; unread: number; besides: number; svg: number; links: number }
  texts: ReturnType<typeof createOpenTexts>
  ids: ReturnType<typeof createIds>
  isHead(): boolean
  /** The address of a page that an address on this one means. */
  toUrl(href: string): string | null
  /** The whole of an address; null where it is none. */
  absolute(href: string): string | null
  setBase(url: string): void
  keep<T>(list: T[], value: T, max?: number): void
  addResource(kind: Resource['kind'], href: string | undefined, isBlocking?: boolean): void
}

/** Pages may have any number of links, pictures and headings; this many of each are looked at. */
export const maxKept = 5_000
