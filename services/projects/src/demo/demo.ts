import type { Clock } from '@rts/shared/clock'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { AppError } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { siteRowOf } from '../ranks/rows.ts'
import type { DemoSeed } from './demo.sql.ts'
import type { DemoSource } from './providers/sandbox.ts'

export type DemoHandlerDeps = { demo: DemoSource | null; demoSeed: DemoSeed; clock: Clock }

export function demoHandlers({ demo, demoSeed, clock }: DemoHandlerDeps) {
  return {
    'demo.seed': async ({ body: { accountId } }) => {
      // With a real provider, the demo site's daily checks would cost money that nobody agreed to.
      if (!demo) throw new AppError('conflict', 'The demo site needs the sandbox as every results page provider')
      const told = await demo()
      if (!told.ok) throw new AppError('provider_failed', 'The sandbox did not answer')
      const keywords = told.past.keywords.map((each) => ({ ...each, identity: phraseIdentity(each.keyword) }))
      const { site, ...counts } = await demoSeed.write(accountId, { ...told.past, keywords }, clock.now())
      return { project: siteRowOf(site), ...counts }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}
