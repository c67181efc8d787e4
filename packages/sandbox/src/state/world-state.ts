import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BadPage, spoiled } from '../world/bad-pages.ts'
import { noOverrides, type Overrides, overrides } from '../world/overrides.ts'
import type { Query } from '../world/query.ts'
import type { Results } from '../world/results-page.ts'
import { worldResults } from '../world/world.ts'

export type WorldState = {
  current(): Overrides
  change(next: Overrides): void
  day(): string
  results(query: Query, day?: string): Results
  spoil(kind: BadPage, work: () => void): void
}

const keptResults = 1_000

function load(file: string): Overrides {
  return existsSync(file) ? overrides.parse(JSON.parse(readFileSync(file, 'utf8'))) : noOverrides()
}

function save(file: string, set: Overrides): void {
  // The rename is atomic: no reader or crash meets half a file.
  writeFileSync(`${file}.tmp`, `${JSON.stringify(set)}\n`)
  renameSync(`${file}.tmp`, file)
}

/** Stored in `dataDir/world.json` if given. Throws for a broken file. */
export function createWorldState(options: { dataDir?: string; day?: string; clock: () => Date }): WorldState {
  const { dataDir, clock } = options
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true })
  const file = dataDir === undefined ? null : join(dataDir, 'world.json')
  let set = file === null ? noOverrides() : load(file)
  const day = () => set.day ?? options.day ?? clock().toISOString().slice(0, 10)
  // Ten pages are ten requests: the ranking is computed once.
  const made = new Map<string, Results>()
  const spoiling = new AsyncLocalStorage<{ kind: BadPage; draw: number }>()
  let draws = 0
  function results(query: Query, on: string): Results {
    const key = JSON.stringify([query, on])
    const found = made.get(key)
    if (found) return found
    const results = worldResults(set, query, on)
    const oldest = made.keys().next().value
    if (made.size >= keptResults && oldest !== undefined) made.delete(oldest)
    made.set(key, results)
    return results
  }
  return {
    current: () => set,
    change(next) {
      if (file !== null) save(file, next)
      set = next
      made.clear()
    },
    day,
    results(query, on = day()) {
      const bad = spoiling.getStore()
      return bad ? spoiled(results(query, on), bad.kind, bad.draw) : results(query, on)
    },
    spoil: (kind, work) => spoiling.run({ kind, draw: draws++ }, work),
  }
}
