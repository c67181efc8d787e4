import { callProvider } from '@rts/outside/call'
import { type CallLogger, createProviderHttp } from '@rts/outside/http'
import type { Clock } from '@rts/shared/clock'
import { type Failure, failed } from '@rts/shared/failure'
import { z } from 'zod'
import { isSimulated, type SerpConfig } from '../../checks/config.ts'

const source = 'sandbox'
const demoTimeoutMs = 15_000
const position = z.int().min(0).max(1_000)
/** `positions` start on the day `from`, in UTC, one per day; 0 is not found. */
const pastSchema = z.object({
  name: z.string(),
  domain: z.string(),
  country: z.string(),
  language: z.string(),
  competitors: z.array(z.string()),
  from: z.iso.date(),
  keywords: z.array(
    z.object({
      keyword: z.string(),
      ranks: z.array(z.object({ domain: z.string(), url: z.string(), positions: z.array(position) })),
    }),
  ),
})

export type DemoPast = z.output<typeof pastSchema>
export type DemoSource = () => Promise<{ ok: true; past: DemoPast } | Failure>

/** `past` is null if there is no demo; `costs`: checks of the demo site would cost money. */
export type Demo = { past: DemoSource | null; costs: boolean }
export const noDemo: Demo = { past: null, costs: false }

/** Reads the sandbox's demo site. No demo in production, or if a results page provider is not the sandbox. */
export function createDemo(
  config: SerpConfig & { NODE_ENV: string },
  { clock, logger }: { clock: Clock; logger: CallLogger },
): Demo {
  const { NODE_ENV, SANDBOX_URL } = config
  const simulated = isSimulated(config)
  if (NODE_ENV === 'production' || SANDBOX_URL === undefined || !simulated) return { past: null, costs: !simulated }
  const http = createProviderHttp({ timeoutMs: demoTimeoutMs, clock, logger })
  const past: DemoSource = async () => {
    const answer = await callProvider(http, { provider: source, url: `${SANDBOX_URL}/demo` })
    if (!answer.ok) return answer
    const { data } = pastSchema.safeParse(answer.body)
    return data ? { ok: true, past: data } : failed(source, 'parse')
  }
  return { past, costs: false }
}
