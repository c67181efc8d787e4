import { z } from 'zod'
import type { Operation } from '../operation.ts'
import { providerAreaRow, providerCheckRow, providerProbeRow } from '../rows/provider-check.ts'
import type { BuiltService } from '../services.ts'

export const providerServices = ['projects', 'research', 'content', 'dashboard'] as const satisfies BuiltService[]
export type ProviderService = (typeof providerServices)[number]

const callers = ['operator'] as const

function checksOf<S extends ProviderService>(owner: S) {
  return {
    list: {
      owner,
      kind: 'read',
      summary: `Which providers of ${owner} are on, the questions with which they are checked, and what each costs at most`,
      callers,
      response: z.object({ areas: z.array(providerAreaRow), probes: z.array(providerProbeRow) }),
    },
    run: {
      owner,
      kind: 'write',
      summary: `Ask a provider of ${owner} one cheap question, and say how its answer is read`,
      callers,
      body: z.strictObject({
        provider: z.string(),
        capability: z.string(),
        record: z.boolean().default(false),
      }),
      response: z.object({ check: providerCheckRow }),
    },
  } as const satisfies Record<string, Operation>
}

type Checks<S extends ProviderService> = ReturnType<typeof checksOf<S>>
export type ProviderCheckOperation<S extends ProviderService = ProviderService> = `${S}ProviderChecks.${'list' | 'run'}`
type ProviderCheckOperations = { [S in ProviderService as `${S}ProviderChecks.list`]: Checks<S>['list'] } & {
  [S in ProviderService as `${S}ProviderChecks.run`]: Checks<S>['run']
}

/** Checks of the providers of each service that calls some, for the operator. */
// safe because each of these services adds exactly these two rows
export const providerCheckOperations = Object.fromEntries(
  providerServices.flatMap((service) => {
    const { list, run } = checksOf(service)
    return [
      [`${service}ProviderChecks.list`, list],
      [`${service}ProviderChecks.run`, run],
    ]
  }),
) as ProviderCheckOperations
