import type { Clock } from '@rts/shared/clock'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { Sliced } from '@rts/shared/contract/sliced'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { KeywordStore } from '../data/keywords/keyword-store.ts'
import type { KeywordWriter } from '../data/keywords/keyword-writer.ts'
import type { SiteStore, SliceWish } from '../data/sites/site-store.ts'
import { keywordRowOf } from './present.ts'
import { scopeOf, sliceWish } from './scope.ts'
import { rowsOfSlice, slicesOf } from './slices.ts'

type KeywordOperations = 'keywords.list' | 'keywords.create' | 'keywords.update' | 'keywords.delete'
export type KeywordHandlerDeps = {
  sites: SiteStore
  keywords: KeywordStore
  keywordWriter: KeywordWriter
  clock: Clock
}

export function keywordHandlers(deps: KeywordHandlerDeps): Pick<ServiceHandlers<'projects'>, KeywordOperations> {
  const { sites, keywords, keywordWriter, clock } = deps
  return {
    'keywords.list': async ({ params, query, caller }) => {
      const site = await sites.require(scopeOf(caller), params.id)
      const wish = await sliceWish('keywords', query, (id) => keywords.placeOf(site, id))
      const read = (part: SliceWish) => keywords.list(site, part)
      const slices = slicesOf('keywords', { ...wish, slice: rowsOfSlice(0) }, read, (rows) => rows.map(keywordRowOf))
      return new Sliced('keywords', { total: await keywords.count(site) }, slices)
    },

    'keywords.create': async ({ params, body, caller }) => {
      const scope = scopeOf(caller)
      const site = await sites.require(scope, params.id)
      const { keyword: phrase, country = site.country, language = site.language } = body
      const locale = { phrase, identity: phraseIdentity(phrase), country, language }
      const { id, created } = await keywordWriter.add(scope, site, locale, clock.now())
      return { keyword: keywordRowOf(await keywords.require(site, id)), created }
    },

    'keywords.update': async ({ params, body, caller }) => {
      const scope = scopeOf(caller)
      const site = await sites.require(scope, params.id)
      const keyword = await keywords.require(site, params.kid)
      const { keyword: phrase, ...place } = body
      const text = phrase === undefined ? {} : { phrase, identity: phraseIdentity(phrase) }
      await keywordWriter.change(scope, site, keyword, { ...text, ...place }, clock.now())
      return { keyword: keywordRowOf(await keywords.require(site, keyword.id)) }
    },

    'keywords.delete': async ({ params, caller }) => {
      const scope = scopeOf(caller)
      const site = await sites.require(scope, params.id)
      await keywordWriter.remove(scope, site, await keywords.require(site, params.kid), clock.now())
      return { ok: true }
    },
  }
}
