import type { Database } from '@rts/shared/service/transaction'
import { endTrashStep } from '../../src/sites/sites.ts'

/** Ends a deleted site as if it had been in the trash for its time. */
export async function endSite(projects: Database, id: string): Promise<void> {
  await projects.query(`UPDATE site SET deleted_at = now() - interval '31 days' WHERE id = $1 AND in_trash`, [id])
  await endTrashStep(projects, new Date())
}
