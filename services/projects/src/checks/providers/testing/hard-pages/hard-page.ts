import type { FailureKind } from '@rts/shared/failure'
import type { SerpProviderName } from '../../providers.ts'

/** A form of a results page that a document or a public report shows, written anew with invented sites. */
export type HardPage = {
  what: string
  /** Where the form is described, and of when that is. */
  source: string
  /** The answers page by page, from the first; text and bytes are sent as they are. Then come pages of nothing. */
  pages: (object | string | Uint8Array)[]
  /** 100 where it is left out. */
  depth?: number
  /** The kind of its failure, or what was read. */
  reads:
    | FailureKind
    | {
        /** In order: an address without its scheme, a host alone, or `-` for a position whose owner is unknown. */
        organic: string
        /** A host and its position; 0 where it is not found. */
        own?: [host: string, position: number]
        /** The depth that was asked for where it is left out. */
        depth?: number
        cites?: string[]
        snippet?: string
      }
}

export type HardPages = Partial<Record<SerpProviderName, HardPage[]>>

/** Where Google's page about unusual traffic leads; as a list of results it is assumed. */
export const unusualLinks = ['https://support.google.com/websearch/answer/86640', 'https://www.google.com/'] as const
export const unusualTraffic = 'github.com/modubot/modubot.js/issues/56 (April 2015)'

/** Results of the tenth of sites from `from`, each with the field that has its address. */
export function full(field: 'link' | 'url', from = 1): { [field: string]: string }[] {
  return Array.from({ length: 10 }, (_, i) => ({ [field]: `https://s${from + i}.example/` }))
}

/** The reading of `full`. */
export function fullReads(count: number): string {
  return Array.from({ length: count }, (_, i) => `s${i + 1}.example/`).join(' ')
}

export const links = (...urls: (string | null)[]) => urls.map((link, i) => ({ position: i + 1, link }))
export const a = 'https://a.example/'
export const b = 'https://b.example/'
export const c = 'https://c.example/'
export const success = { search_metadata: { status: 'Success' } }
export const job = (content: unknown, status = 200) => ({ results: [{ status_code: status, content }] })
export const parsed = (results: object, code = 12_000) => job({ results, parse_status_code: code })
export const sorry = 'https://www.google.com/sorry/index?continue=https://www.google.com/search'
export const relative = 'github.com/apify/actor-rag-web-browser/pull/144 (August 2026)'
