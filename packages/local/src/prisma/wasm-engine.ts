import { readFileSync } from 'node:fs'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import { SchemaEngine } from '@prisma/schema-engine-wasm'
import type { Datasource } from './datasource.ts'
import { engineAdapterFactory } from './engine-adapter.ts'

const panic = { message: '' }
// The engine's bindings look for this global to report a panic.
const registry = {
  set_message(message: string) {
    panic.message = message
  },
}
Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: registry })

/** Prisma's schema engine, compiled to WebAssembly, for the given database and schema files. */
export async function loadEngine(source: Datasource, schemaFiles: string[]): Promise<SchemaEngine> {
  const datamodels = schemaFiles.map((file): [string, string] => [file, readFileSync(file, 'utf8')])
  return SchemaEngine.new(
    { datamodels: datamodels.length === 0 ? undefined : datamodels },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(engineAdapterFactory(source)),
  )
}

/** The message of the engine's panic, if it panicked. */
export function panicMessage(): string | undefined {
  return panic.message === '' ? undefined : panic.message
}
