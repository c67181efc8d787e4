import type { OwnedBy } from '../contract/operation.ts'
import type { ServiceName } from '../contract/services.ts'
import { type OperationName, type Operations, operationEntries } from '../contract/table.ts'

export type Owned<S extends ServiceName> = OwnedBy<Operations, S>

export function ownedNames(service: ServiceName): OperationName[] {
  return operationEntries()
    .filter(([, operation]) => operation.owner === service && !operation.planned)
    .map(([name]) => name)
}

export function plannedNames(): OperationName[] {
  return operationEntries()
    .filter(([, operation]) => operation.planned)
    .map(([name]) => name)
}
