import type { Caller } from '../contract/caller.ts'
import type { Operation } from '../contract/operation.ts'
import { AppError } from '../errors.ts'
import { refusals } from '../texts/refusals.ts'
import type { Sentence } from '../texts/sentence.ts'

type Row = Pick<Operation, 'kind' | 'roles' | 'personal' | 'own' | 'scope'>

/** Throws `role_required`, also to an agent acting for the person. Keys of an account have no role. */
export function requireRight(row: Row, caller: Pick<Caller, 'kind' | 'role' | 'siteIds'>): void {
  const { role, kind } = caller
  if (row.personal || (role === null && kind !== 'person')) return
  if (role === null || (row.roles && !row.roles.includes(role)))
    throw refused(row.roles && row.roles.length > 1 ? refusals.managersOnly : refusals.ownerOnly)
  if (role === 'viewer' && row.kind === 'write' && !row.own) throw refused(refusals.viewersRead)
  if (row.scope === 'account' && caller.siteIds !== null) throw refused(refusals.allSitesNeeded)
}

function refused(sentence: Sentence): AppError {
  return new AppError('role_required', sentence)
}
