import type { Clock } from '@rts/shared/clock'
import { type SavedViewRow, viewSearch } from '@rts/shared/contract/rows/series'
import { AppError } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import { refusals } from '@rts/shared/texts/refusals'
import type { Records } from '../database.sql.ts'
import { siteOf } from '../sites/sites.ts'
import { countOtherViews, deleteView, listViews, type SavedView, storeView } from './saved-views.sql.ts'

type ViewDeps = { db: Database; records: Records; clock: Clock }

const maxViews = 50

export function savedViewHandlers({ db, records, clock }: ViewDeps) {
  return {
    'savedViews.list': async ({ params, caller }) => {
      const site = await siteOf(db, caller, params.id)
      return { views: (await listViews(records, site.id)).map(toViewRow) }
    },

    'savedViews.create': async ({ params, body, caller }) => {
      const { id: siteId } = await siteOf(db, caller, params.id)
      if ((await countOtherViews(records, siteId, body.name)) >= maxViews)
        throw new AppError('conflict', refusals.maxViews({ max: maxViews }))
      const personId = caller.personId ?? ''
      const view = await storeView(records, { siteId, ...body, personId, createdAt: clock.now() })
      return { view: toViewRow(view) }
    },

    'savedViews.delete': async ({ params, caller }) => {
      const site = await siteOf(db, caller, params.id)
      await deleteView(records, site.id, params.viewId)
      return { ok: true }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

function toViewRow({ id, name, search }: SavedView): SavedViewRow {
  return { id, name, search: viewSearch.parse(search) }
}
