import { type DatabaseService, databaseServices } from '@rts/shared/contract/services'
import { migrateDatabase } from '@rts/shared/service/migrations'
import type { TestProject } from 'vitest/node'
import { ensureDatabase } from '../postgres.ts'
import { startTestServers, type TestServers } from './servers.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
    natsUrl: string
  }
}

let servers: TestServers | undefined

/** Once per run: starts the servers, and makes a migrated template database per service for test files to copy. */
export async function setup(project: TestProject): Promise<void> {
  servers = await startTestServers()
  for (const service of databaseServices) await migrateTemplate(servers.postgresUrl, service)
  project.provide('postgresUrl', servers.postgresUrl)
  project.provide('natsUrl', servers.natsUrl)
}

export async function teardown(): Promise<void> {
  await servers?.stop()
}

async function migrateTemplate(serverUrl: string, service: DatabaseService): Promise<void> {
  const url = await ensureDatabase(serverUrl, `template_${service}`)
  await migrateDatabase(url, service)
}
