import { createTestDatabase } from '@rts/local/testing/database'
import { startSandbox } from '@rts/sandbox/start'
import { readConfig } from '@rts/shared/config'
import { type RunningService, runService } from '@rts/shared/service/run-service'
import { testKeys } from '@rts/shared/testing/secrets'
import { inject } from 'vitest'
import { createApp as createContent } from '../../../content/src/app.ts'
import { configSchema as contentConfig } from '../../../content/src/config.ts'
import { createApp as createResearch } from '../../../research/src/app.ts'
import { configSchema as researchConfig } from '../../../research/src/config.ts'
import { variablesAt } from '../../../research/tests/support/setting.ts'
import type { World } from './world.ts'

export type Owners = Awaited<ReturnType<typeof startOwners>>

/** Research and content as they run, beside the world's projects, with the sandbox as the web. */
export async function startOwners({ broker }: Pick<World, 'broker'>) {
  const sandbox = await startSandbox({ clock: () => new Date() })
  const databases = {
    research: await createTestDatabase(inject('postgresUrl'), 'research'),
    content: await createTestDatabase(inject('postgresUrl'), 'content'),
  }
  const envOf = (service: keyof typeof databases) => ({
    NATS_URL: broker.natsUrl,
    ...testKeys(service),
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    PORT: '0',
    ADMIN_PORT: '0',
    DATABASE_URL: databases[service].url,
    PUBLIC_URL: 'http://ranks.example',
  })
  const startResearch = (): Promise<RunningService> => {
    const config = readConfig(researchConfig, { ...variablesAt(sandbox.url), ...envOf('research') })
    return runService('research', config, (parts) => createResearch(parts, config))
  }
  let research = await startResearch()
  const content = await runService('content', readConfig(contentConfig, envOf('content')), createContent)
  return {
    researchDatabase: databases.research,
    contentDatabase: databases.content,
    stopResearch: () => research.stop(),
    async startResearch() {
      research = await startResearch()
    },
    async stop() {
      await Promise.all([research.stop(), content.stop()])
      await sandbox.close()
      await Promise.all(Object.values(databases).map(({ drop }) => drop()))
    },
  }
}
