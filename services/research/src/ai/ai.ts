import type { Collects } from '@rts/shared/collects/collects'
import type { RequireThawed } from '@rts/shared/facts/frozen-site'
import type { Sites } from '@rts/shared/facts/site-of'
import { startLoop } from '@rts/shared/loops/loop'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import type { PlanTable } from '@rts/shared/plans'
import { type RpcClient, systemCaller } from '@rts/shared/service/rpc-client'
import type { ServiceParts } from '@rts/shared/service/run-service'
import type { Spend } from '@rts/shared/spend/spend'
import type { Records } from '../database.sql.ts'
import { answerHandlers } from './answers.ts'
import { aiKind } from './asking.ts'
import type { EngineConfig } from './config.ts'
import { promptHandlers } from './prompts.ts'
import { createEngines } from './providers/engines.ts'
import { brandOf, rivalOf } from './rules/brand.ts'
import { deleteOldTexts } from './runs.sql.ts'
import { createSchedule } from './schedule.ts'
import { promptSuggestionHandlers } from './suggestions.ts'

export { engineArea, engineProbes } from './probes.ts'
export { pausePromptsOf, promptEndings, putPromptsLast } from './prompts.sql.ts'

type AiDeps = {
  records: Records
  collects: Collects
  sites: Sites
  projects: ProjectReader
  call: RpcClient
  spend: Spend
  plans: PlanTable
  requireThawed: RequireThawed
}

const tidyEveryMs = 3_600_000

/** AI visibility: daily prompts to AI engines, and how answers name and cite a site. */
export function createAi({ pool: database, clock, logger, calls }: ServiceParts, config: EngineConfig, deps: AiDeps) {
  const { records, collects, sites, projects, call, spend, plans, requireThawed } = deps
  const engines = createEngines(config, { clock, logger, calls })
  const names = [...engines.keys()]

  async function namesOf(accountId: string, siteId: string) {
    const { name, domain, country } = await sites.require(accountId, siteId)
    const { competitors } = await call('competitors.list', { params: { id: siteId } }, systemCaller(accountId))
    return { own: brandOf(name, domain), rivals: competitors.map((rival) => rivalOf(rival.domain)), country }
  }

  const kind = aiKind({ database, records, engines, spend, namesOf, plans, clock })
  const schedule = createSchedule({ database, collects, kind, engines: names })
  return {
    handlers: {
      ...promptHandlers({ database, records, sites, schedule, requireThawed, engines: names, plans, clock }),
      ...answerHandlers({ database, records, sites, plans }),
      ...promptSuggestionHandlers({ records, sites, projects, clock }),
    },
    kinds: [kind],
    start: () =>
      startLoop({
        pollMs: tidyEveryMs,
        onError: (error) => logger.warn({ err: error }, 'prompts could not be tidied'),
        round: async () => {
          await schedule.addEngines(clock.now())
          await deleteOldTexts(database, clock.now())
          return false
        },
      }),
  }
}
