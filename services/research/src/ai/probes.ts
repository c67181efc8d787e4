import { areaOf, type ProviderArea } from '@rts/outside/checks/area'
import { checkedPlace } from '@rts/outside/checks/locale'
import { type Probe, probeOf } from '@rts/outside/checks/probe'
import type { Clock } from '@rts/shared/clock'
import { type EngineConfig, type EngineName, engineNames, engineNeeds, engineSettings } from './config.ts'
import { engineMakers, passed } from './providers/engines.ts'

const prompt = 'Name one shop that sells coffee online, in one short sentence with its source.'

/** These may skip the search and cite nothing. */
const mayLack: Record<EngineName, readonly string[]> = {
  openai: ['error', 'output[].content', 'output[].content[].annotations[].title'],
  anthropic: ['content[].content', 'content[].citations', 'usage.server_tool_use'],
  gemini: [
    'promptFeedback',
    'candidates[].groundingMetadata',
    'candidates[].groundingMetadata.groundingChunks',
    'candidates[].content.parts[].thought',
    'usageMetadata.thoughtsTokenCount',
  ],
  perplexity: ['output[].content[].annotations'],
  compatible: ['citations', 'search_results', 'choices[].message.annotations', 'usage'],
}

export function engineArea(config: EngineConfig): ProviderArea {
  return areaOf(config, {
    area: 'AI answers',
    variable: 'AI_ENGINES',
    on: config.AI_ENGINES,
    known: engineNames,
    needsOf: (engine) => engineNeeds[engine],
    addressOf: (engine) => engineSettings(config, engine).baseUrl,
  })
}

export function engineProbes(config: EngineConfig, clock: Clock): Probe[] {
  return engineNames.map((provider) =>
    probeOf({
      provider,
      capability: 'answers',
      isSet: config.AI_ENGINES.includes(provider),
      asks: `“${prompt}”`,
      create: (http) => engineMakers[provider](engineSettings(config, provider), { http, clock, wait: passed }),
      query: { prompt, country: checkedPlace.country },
      rowsOf: ({ text }) => (text === '' ? 0 : 1),
      mayLack: mayLack[provider],
    }),
  )
}
