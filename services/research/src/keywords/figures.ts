import { askerOf } from '@rts/shared/collects/asker'
import type { Collects } from '@rts/shared/collects/collects'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { MetricsKind } from './collecting-metrics.ts'
import { ownFigures } from './own-figures.ts'

export type FigureHandlerDeps = { sites: Sites; collects: Collects; metrics: MetricsKind | null }

export function figureHandlers({
  sites,
  collects,
  metrics,
}: FigureHandlerDeps): Pick<ServiceHandlers<'research'>, 'figures.snapshot'> {
  return {
    'figures.snapshot': async ({ params, query: { country, language }, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      // What is saved, at once: a run of the site's own reads is not waited for.
      const asker = { ...askerOf(call, `s:${site.id}`), mayCollect: false, waitMs: 0 }
      const { figures } = await ownFigures(collects, metrics, { siteId: site.id, country, language }, asker)
      const rows = [...figures.values()]
      return {
        keys: rows.map(({ key }) => key),
        volumes: rows.map(({ volume }) => volume),
        difficulties: rows.map(({ difficulty }) => difficulty),
        intents: rows.map(({ intent }) => intent),
      }
    },
  }
}
