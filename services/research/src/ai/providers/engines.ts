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

/** The adapter of each engine. */
export const engineMakers: Record<EngineName, (settings: EngineSettings, deps: EngineDeps) => Engine> = {
  openai: createOpenai,
  anthropic: createAnthropic,
  gemini: createGemini,
  perplexity: createPerplexity,
  compatible: createCompatible,
}

/** The engines that are configured, each behind a breaker of its own and within the day's budget. */
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

/** Waits; a wait that is ended from outside is over. */
export async function passed(ms: number, signal?: AbortSignal): Promise<void> {
  // Ended from outside: the call that follows fails by the same signal.
  await delay(ms, undefined, signal ? { signal } : {}).catch(() => {})
}
