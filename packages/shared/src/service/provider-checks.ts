import type { z } from 'zod'
import type { Call } from '../contract/caller.ts'
import type { Handlers } from '../contract/operation.ts'
import type { ProviderCheckOperation, ProviderService } from '../contract/operations/provider-checks.ts'
import type { ProviderArea, ProviderCheck, providerProbeRow } from '../contract/rows/provider-check.ts'
import type { Operations } from '../contract/table.ts'
import { AppError } from '../errors.ts'
import type { Failure } from '../failure.ts'
import { bought } from '../spend/bought.ts'
import type { Spend } from '../spend/spend.ts'

type Charged = { ok: true; costUsd: number | null }
/** At this price within the day's budget; books the real cost. */
type Buy = <A extends Charged>(priceUsd: number, ask: () => Promise<A | Failure>) => Promise<A | Failure>
/** `run` returns the answers if they are recorded. */
export type ProviderQuestion = z.output<typeof providerProbeRow> & {
  run(asked: { signal: AbortSignal; record: boolean; buy: Buy }): Promise<ProviderCheck>
}

type Run = { body: { provider: string; capability: string; record: boolean }; signal: AbortSignal }
type CheckHandlers<S extends ProviderService> = Handlers<Pick<Operations, ProviderCheckOperation<S>>, Call>

/** Without `spend` asking costs nothing. */
export function providerCheckHandlers<S extends ProviderService>(
  service: S,
  areas: readonly ProviderArea[],
  questions: readonly ProviderQuestion[],
  spend: Spend | null,
): CheckHandlers<S> {
  async function run({ body: { provider, capability, record }, signal }: Run): Promise<{ check: ProviderCheck }> {
    const question = questions.find((each) => each.provider === provider && each.capability === capability)
    if (!question) throw new AppError('not_found', 'No such check')
    if (!question.isSet) throw new AppError('conflict', 'This provider is not set up')
    const buy: Buy = (priceUsd, ask) =>
      spend ? bought({ priceUsd: () => priceUsd, ask }, null, { spend, payers: [], signal }) : ask()
    return { check: await question.run({ signal, record, buy }) }
  }
  const handlers: Record<string, unknown> = {
    [`${service}ProviderChecks.list`]: async () => ({ areas, probes: questions }),
    [`${service}ProviderChecks.run`]: run,
  }
  // safe because the table gives each of these services exactly these two rows
  return handlers as CheckHandlers<S>
}
