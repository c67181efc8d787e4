import type { Caller } from '../contract/caller.ts'
import type { Operation } from '../contract/operation.ts'
import { AppError } from '../errors.ts'

type Row = Pick<Operation, 'kind' | 'roles' | 'personal' | 'own' | 'scope'>

/**
 * Throws `role_required` for what a person's role and sites do not allow, also to an agent acting for them. Keys of an account have no
 * role.
 */
export function requireRight(row: Row, caller: Pick<Caller, 'kind' | 'role' | 'siteIds'>): void {
  const { role, kind } = caller
  if (row.personal || (role === null && kind !== 'person')) return
  if (role === null || (row.roles && !row.roles.includes(role))) throw refused(whoMay(row.roles))
  if (role === 'viewer' && row.kind === 'write' && !row.own) throw refused('A viewer of the account changes nothing')
  if (row.scope === 'account' && caller.siteIds !== null)
    throw refused('Only those who see all sites of the account may do this')
}

function whoMay(roles: Operation['roles']): string {
  return `Only ${roles && roles.length > 1 ? 'an owner or an admin' : 'the owner'} of the account may do this`
}

function refused(message: string): AppError {
  return new AppError('role_required', message)
}
