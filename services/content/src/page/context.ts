import type { createIds } from './ids.ts'
import type { Page, Resource } from './model.ts'
import type { createOpenTexts } from './open-texts.ts'

export type Attributes = Readonly<Record<string, string | undefined>>
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

export type Context = {
  found: Found
  open: { depth: number; unread: number; besides: number; svg: number; links: number }
  texts: ReturnType<typeof createOpenTexts>
  ids: ReturnType<typeof createIds>
  isHead(): boolean
  /** `pageUrl` form, resolved by this page. */
  toUrl(href: string): string | null
  /** Resolved address; null if invalid. */
  absolute(href: string): string | null
  setBase(url: string): void
  keep<T>(list: T[], value: T, max?: number): void
  addResource(kind: Resource['kind'], href: string | undefined, isBlocking?: boolean): void
}

/** Links, pictures and headings read per page, each. */
export const maxKept = 5_000
