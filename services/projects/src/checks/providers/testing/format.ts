import type { SeenRequest } from '@rts/outside/testing/scripted-provider'
import type { SerpProviderName } from '../providers.ts'

export type Listed = { url: string | null; title?: string }

/** The format of a provider's answers, as far as the tests need it. */
export type Format = {
  name: SerpProviderName
  /** Null for a provider that answers the whole depth in one call. */
  pageIndex: ((call: SeenRequest) => number) | null
  page(listed: Listed[], facts?: { isLast?: boolean }): object
  /** A page that the provider says is empty; of those without a word for it, a page of nothing. */
  empty(): object
  /** A page without results and without a word: they may have been withheld. */
  withheld(): object
  /** A page with organic results of a wrong type. */
  broken(): object
  /** Statuses that mean something else than they mostly do. */
  meanings?: Readonly<Record<number, string>>
  /** A page on which ads, maps and questions surround the organic results. */
  crowded(listed: Listed[]): object
}

export const linked = (listed: Listed[]) =>
  listed.map(({ url, title }, i) => ({ position: i + 1, link: url, title: title ?? 'A title' }))
export const ads = [{ position: 1, link: 'https://ads.example.com/', title: 'Ad' }]
export const places = [{ position: 1, title: 'Corner shop', link: 'https://place.example.com/' }]
export const question = { question: 'Why?', title: 'Because', link: 'https://asked.example.com/' }
