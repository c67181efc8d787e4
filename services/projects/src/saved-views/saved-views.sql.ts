import { randomUUID } from 'node:crypto'
import { AppError } from '@rts/shared/errors'
import type { Records } from '../database.sql.ts'
import type { Prisma, SavedView as SavedViewRecord } from '../generated/client.ts'

export type SavedView = SavedViewRecord
type NewView = { siteId: string; name: string; search: Prisma.InputJsonObject; personId: string; createdAt: Date }

export function listViews(records: Records, siteId: string): Promise<SavedView[]> {
  return records.savedView.findMany({ where: { siteId }, orderBy: { name: 'asc' } })
}

/** How many views the site has under other names. */
export function countOtherViews(records: Records, siteId: string, name: string): Promise<number> {
  return records.savedView.count({ where: { siteId, name: { not: name } } })
}

/** Writes a view, or gives the one of this name another content. */
export function storeView(records: Records, view: NewView): Promise<SavedView> {
  const { siteId, name, search } = view
  return records.savedView.upsert({
    where: { siteId_name: { siteId, name } },
    create: { ...view, id: randomUUID() },
    update: { search },
  })
}

/** Throws `not_found`. */
export async function deleteView(records: Records, siteId: string, id: string): Promise<void> {
  const { count } = await records.savedView.deleteMany({ where: { id, siteId } })
  if (count === 0) throw new AppError('not_found', 'No such view')
}
