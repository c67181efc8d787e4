import { createProviderHttp } from '@rts/outside/http'
import { type LinkDeps, linkOf } from '@rts/outside/link'
import { type EngineConfig, type EngineName, engineSettings } from '../config.ts'
import { createAnthropic } from './anthropic.ts'
import { createCompatible } from './compatible.ts'
import type { Engine, EngineDeps, EngineSettings } from './engine.ts'
import { createGemini } from './gemini.ts'
import { createOpenai } from './openai.ts'
import { createPerplexity } from './perplexity.ts'

const makers: Record<EngineName, (settings: EngineSettings, deps: EngineDeps) => Engine> = {
  openai: createOpenai,
  anthropic: createAnthropic,
  gemini: createGemini,
  perplexity: createPerplexity,
  compatible: createCompatible,
}

/** The engines that are configured, each behind a breaker of its own and within the day's budget. */
export function createEngines(config: EngineConfig, deps: LinkDeps): Map<string, Engine> {
  const { clock, logger } = deps
  const http = createProviderHttp({ timeoutMs: config.AI_TIMEOUT_MS, clock, logger })
  return new Map(
    config.AI_ENGINES.map((name) => [name, linkOf(makers[name](engineSettings(config, name), { http, clock }), deps)]),
  )
}
