import { setTimeout as delay } from 'node:timers/promises'
import { createProviderHttp } from '@rts/outside/http'
import { type LinkDeps, linkOf } from '@rts/outside/link'
import { type EngineConfig, type EngineName, engineSettings } from '../config.ts'
import { createAnthropic } from './anthropic.ts'
import { createCompatible } from './compatible.ts'
import type { Engine, EngineDeps, EngineSettings } from './engine.ts'
import { createGemini } from './gemini.ts'
import { createOpenai } from './openai.ts'
import { createPerplexity } from './perplexity.ts'

export const engineMakers: Record<EngineName, (settings: EngineSettings, deps: EngineDeps) => Engine> = {
  openai: createOpenai,
  anthropic: createAnthropic,
  gemini: createGemini,
  perplexity: createPerplexity,
  compatible: createCompatible,
}

/** Configured engines, each with a breaker, within the daily budget. */
export function createEngines(config: EngineConfig, deps: LinkDeps & Partial<EngineDeps>): Map<string, Engine> {
  const { clock, logger, calls, wait = passed } = deps
  const http = createProviderHttp({ timeoutMs: config.AI_TIMEOUT_MS, clock, logger, calls })
  return new Map(
    config.AI_ENGINES.map((name) => [
      name,
      linkOf(engineMakers[name](engineSettings(config, name), { http, clock, wait }), deps),
    ]),
  )
}

export async function passed(ms: number, signal?: AbortSignal): Promise<void> {
  // The next call fails by the same signal.
  await delay(ms, undefined, signal ? { signal } : {}).catch(() => {})
}
