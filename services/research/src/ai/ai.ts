import type { Collects } from '@rts/shared/collects/collects'
import type { Sites } from '@rts/shared/facts/site-of'
import { startLoop } from '@rts/shared/loops/loop'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import type { PlanTable } from '@rts/shared/plans'
import type { RpcClient } from '@rts/shared/service/rpc-client'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { systemCaller } from '@rts/shared/service/system-caller'
import type { Spend } from '@rts/shared/spend/spend'
import { aiKind } from './asking.ts'
import { createPromptStore } from './prompts.sql.ts'
import { promptHandlers } from './prompts.ts'
import type { Engine } from './providers/engine.ts'
import { brandOf, rivalOf } from './rules/brand.ts'
import { createRunStore } from './runs.sql.ts'
import { createPromptSchedule } from './schedule.ts'
import { createSuggestionStore } from './suggestions.sql.ts'
import { promptSuggestionHandlers } from './suggestions.ts'

type Deps = {
  collects: Collects
  sites: Sites
  projects: ProjectReader
  call: RpcClient
  spend: Spend
  engines: ReadonlyMap<string, Engine>
  plans: PlanTable
}

const tidyEveryMs = 3_600_000

/** Prompts that are put to AI engines daily, and how they name and cite a site. */
export function createAiVisibility(
  { pool, clock, logger }: ServiceParts,
  { collects, sites, projects, call, spend, engines, plans }: Deps,
) {
  const prompts = createPromptStore(pool)
  const runs = createRunStore(pool)
  const names = [...engines.keys()]

  async function namesOf(accountId: string, siteId: string) {
    const { name, domain, country } = await sites.require(accountId, siteId)
    const { competitors } = await call('competitors.list', { params: { id: siteId } }, systemCaller(accountId))
    return { own: brandOf(name, domain), rivals: competitors.map((rival) => rivalOf(rival.domain)), country }
  }

  const kind = aiKind({ engines, spend, prompts, runs, namesOf, plans, clock })
  const schedule = createPromptSchedule(
    pool,
    (client, input, reader) => collects.schedule(client, kind, input, reader),
    names,
  )
  return {
    handlers: {
      ...promptHandlers({ sites, prompts, runs, schedule, engines: names, plans, clock }),
      ...promptSuggestionHandlers({ sites, projects, suggestions: createSuggestionStore(pool), clock }),
    },
    kinds: [kind],
    /** Schedules prompts on engines that are new, and ends texts that are old. */
    start: () =>
      startLoop({
        pollMs: tidyEveryMs,
        onError: (error) => logger.warn({ err: error }, 'prompts could not be tidied'),
        round: async () => {
          await schedule.addEngines(prompts, clock.now())
          await runs.dropOldTexts(clock.now())
          return false
        },
      }),
  }
}
