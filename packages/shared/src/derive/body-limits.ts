import { defaultBodyLimitBytes } from '../contract/operation.ts'
import { operationEntries } from '../contract/table.ts'

export const personBodyBytes = Math.max(
  ...operationEntries()
    .filter(([, row]) => row.callers.includes('person'))
    .map(([, row]) => row.http?.bodyLimitBytes ?? defaultBodyLimitBytes),
)
