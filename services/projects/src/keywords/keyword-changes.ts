import type { Clock } from '@rts/shared/clock'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { Sliced } from '@rts/shared/contract/sliced'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { changedSince } from '../lists/changed-since.ts'
import type { Horizon } from '../lists/horizon.sql.ts'
import { rowsOfSlice, slicesOf } from '../lists/lists.ts'
import { keywordRowOf } from '../ranks/rows.ts'
import type { SiteStore, SliceRequest } from '../sites/sites.sql.ts'
import { siteOf, sliceRequest } from '../sites/sites.ts'
import type { KeywordStore } from './keyword-store.ts'
import type { KeywordWriter } from './keyword-writer.ts'

export type KeywordHandlerDeps = {
  sites: SiteStore
  keywords: KeywordStore
  keywordWriter: KeywordWriter
  horizon: Horizon
  clock: Clock
}

export function keywordHandlers({ sites, keywords, keywordWriter, horizon, clock }: KeywordHandlerDeps) {
  return {
    'keywords.list': async ({ params, query, caller }) => {
      const site = await siteOf(sites, caller, params.id)
      const request = await sliceRequest('keywords', query, (id) => keywords.placeOf(site, id))
      const { since, head } = await changedSince(horizon, query)
      const read = (part: SliceRequest) => keywords.list(site, part, since)
      const slices = slicesOf('keywords', { ...request, slice: rowsOfSlice(0) }, read, (rows) => rows.map(keywordRowOf))
      return new Sliced('keywords', { total: await keywords.count(site, since), ...head }, slices)
    },

    'keywords.create': async ({ params, body, caller }) => {
      const site = await siteOf(sites, caller, params.id)
      const { keyword: phrase, country = site.country, language = site.language } = body
      const tracked = { phrase, identity: phraseIdentity(phrase), country, language }
      const { keyword, created } = await keywordWriter.add(site, tracked, clock.now())
      return { keyword: keywordRowOf(keyword), created }
    },

    'keywords.update': async ({ params, body, caller }) => {
      const site = await siteOf(sites, caller, params.id)
      const { keyword: phrase, ...place } = body
      const text = phrase === undefined ? {} : { phrase, identity: phraseIdentity(phrase) }
      const changed = await keywordWriter.change(site, params.kid, { ...text, ...place }, clock.now())
      return { keyword: keywordRowOf(changed) }
    },

    'keywords.delete': async ({ params, caller }) => {
      const site = await siteOf(sites, caller, params.id)
      await keywordWriter.remove(site, params.kid, clock.now())
      return { ok: true }
    },

    'keywords.deleteBulk': async ({ params, body, caller }) => {
      const site = await siteOf(sites, caller, params.id)
      return { deleted: await keywordWriter.removeAll(site, body.ids, clock.now()) }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}
