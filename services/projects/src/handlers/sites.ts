import type { Clock } from '@rts/shared/clock'
import { AppError } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { SiteSettings } from '../data/sites/site-records.ts'
import type { SiteScope, SiteStore } from '../data/sites/site-store.ts'
import type { SiteChanges, SiteWriter } from '../data/sites/site-writer.ts'
import { siteRowOf } from './present.ts'
import { cursorAfter, scopeOf, sliceWish } from './scope.ts'

type SiteOperations = 'sites.list' | 'sites.create' | 'sites.add' | 'sites.get' | 'sites.update' | 'sites.delete'
export type SiteHandlerDeps = { sites: SiteStore; siteWriter: SiteWriter; clock: Clock }

export function siteHandlers({
  sites,
  siteWriter,
  clock,
}: SiteHandlerDeps): Pick<ServiceHandlers<'projects'>, SiteOperations> {
  return {
    'sites.list': async ({ query, caller }) => {
      const scope = scopeOf(caller)
      const wish = await sliceWish('sites', query, (id) => sites.placeOf(scope, id))
      const [total, slice] = await Promise.all([sites.count(scope), sites.list(scope, wish)])
      return { projects: slice.rows.map(siteRowOf), total, nextCursor: cursorAfter('sites', slice) }
    },

    'sites.create': async ({ body, caller }) => {
      const scope = scopeOf(caller)
      const settings = settingsOf(body)
      const known = await sites.find(scope, settings)
      if (known) return { project: siteRowOf(known), created: false }
      refuseLimited(scope)
      const { id, created } = await siteWriter.add(scope, settings, clock.now())
      return { project: siteRowOf(await sites.require(scope, id)), created }
    },

    'sites.add': async ({ body, caller }) => {
      const scope = scopeOf(caller)
      refuseLimited(scope)
      const settings = settingsOf({ ...body, name: body.name ?? body.domain })
      const { id, created } = await siteWriter.addByDomain(scope, settings, clock.now())
      return { project: siteRowOf(await sites.require(scope, id)), created }
    },

    'sites.get': async ({ params, caller }) => ({
      project: siteRowOf(await sites.require(scopeOf(caller), params.id)),
    }),

    'sites.update': async ({ params, body, caller }) => {
      const scope = scopeOf(caller)
      const site = await sites.require(scope, params.id)
      await siteWriter.change(scope, site, body, clock.now())
      return { project: siteRowOf(await sites.require(scope, site.id)) }
    },

    'sites.delete': async ({ params, caller }) => {
      const scope = scopeOf(caller)
      await siteWriter.remove(scope, await sites.require(scope, params.id), clock.now())
      return { ok: true }
    },
  }
}

/** For a key that is limited to one site others do not exist, new ones neither. */
function refuseLimited({ siteId }: SiteScope): void {
  if (siteId !== null) throw new AppError('not_found', 'This key is limited to one site')
}

type SiteBody = { name: string; domain: string } & SiteChanges

function settingsOf({ name, domain, tags, description, country, language, autoAddPreference }: SiteBody): SiteSettings {
  return {
    name,
    domain,
    tags: tags ?? [],
    description: description ?? null,
    country: country ?? 'us',
    language: language ?? 'en',
    autoAddPreference: autoAddPreference ?? null,
  }
}
