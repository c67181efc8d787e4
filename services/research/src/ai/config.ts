import {
  addressVariable,
  baseUrl,
  isSandbox,
  lackingVariables,
  providerList,
  secretVariable,
  usd,
} from '@rts/outside/config'
import { type ConfigIssue, declareVariables, integerVariable } from '@rts/shared/config'
import { z } from 'zod'
import { anthropicModels } from './providers/anthropic.ts'
import type { EngineModels, EnginePrice, EngineSettings } from './providers/engine.ts'
import { geminiModels } from './providers/gemini.ts'
import { openaiModels } from './providers/openai.ts'
import { perplexityModels } from './providers/perplexity.ts'

export const engineNames = ['openai', 'anthropic', 'gemini', 'perplexity', 'compatible'] as const
export type EngineName = (typeof engineNames)[number]
type KnownEngine = Exclude<EngineName, 'compatible'>

const engineModels: Record<KnownEngine, EngineModels> = {
  openai: openaiModels,
  anthropic: anthropicModels,
  gemini: geminiModels,
  perplexity: perplexityModels,
}

/** `1.25/10/0.01`: US dollars per million tokens read, per million written, per web search. */
const price = z
  .string()
  .regex(/^\d+(\.\d+)?\/\d+(\.\d+)?\/\d+(\.\d+)?$/, 'must be three amounts in USD such as 1.25/10/0.01')
  .transform((text): EnginePrice => {
    const [input = 0, output = 0, search = 0] = text.split('/').map(Number)
    return { input, output, search }
  })
  .optional()
const model = z.string().trim().min(1).max(200)

/** In `npm start`, an engine without its key is simulated. */
const keyOf = (engine: EngineName) => `${engine.toUpperCase()}_API_KEY`
const apiKey = (engine: EngineName) => secretVariable(keyOf(engine), `needed by \`${engine}\``)
const address = (engine: EngineName, url: string) => addressVariable(keyOf(engine), url, engine)
const ownModel = (engine: KnownEngine) => ({
  schema: model.default(engineModels[engine].preferred),
  meaning: 'who answers; models are retired within a year or two',
  local: 'simulated',
  unless: keyOf(engine),
})
const priceText =
  "`1.25/10/0.01`: USD for a million tokens read, a million written, and a look at the web; without it a run's cost is unknown unless the engine says it"
const ownPrice = (engine: KnownEngine) => {
  const { asOf, prices } = engineModels[engine]
  const known = Object.keys(prices).map((name) => `\`${name}\``)
  return { schema: price, meaning: `${priceText}, or the model is one of ${known.join(', ')} (prices of ${asOf})` }
}

export const engineVariables = declareVariables('AI engines', {
  AI_ENGINES: {
    schema: providerList(engineNames),
    meaning: `${engineNames.map((name) => `\`${name}\``).join(', ')}: who prompts are put to, each daily`,
    local: 'openai,anthropic,gemini,perplexity',
  },
  AI_CONCURRENCY: { schema: integerVariable(1, 100).default(8), meaning: 'answers under way at once, per replica' },
  AI_TIMEOUT_MS: { schema: integerVariable(1_000, 600_000).default(120_000), meaning: 'for one answer' },
  AI_ANSWER_USD: {
    schema: usd.default(0.05),
    meaning:
      'set aside for an answer until its cost is known; more where by the price of its model 100,000 tokens read, 16,000 written and five looks at the web cost more',
  },
  OPENAI_API_KEY: apiKey('openai'),
  OPENAI_BASE_URL: address('openai', 'https://api.openai.com'),
  OPENAI_MODEL: ownModel('openai'),
  OPENAI_PRICE: ownPrice('openai'),
  ANTHROPIC_API_KEY: apiKey('anthropic'),
  ANTHROPIC_BASE_URL: address('anthropic', 'https://api.anthropic.com'),
  ANTHROPIC_MODEL: ownModel('anthropic'),
  ANTHROPIC_PRICE: ownPrice('anthropic'),
  GEMINI_API_KEY: apiKey('gemini'),
  GEMINI_BASE_URL: address('gemini', 'https://generativelanguage.googleapis.com'),
  GEMINI_MODEL: ownModel('gemini'),
  GEMINI_PRICE: ownPrice('gemini'),
  PERPLEXITY_API_KEY: apiKey('perplexity'),
  PERPLEXITY_BASE_URL: address('perplexity', 'https://api.perplexity.ai'),
  PERPLEXITY_MODEL: ownModel('perplexity'),
  PERPLEXITY_PRICE: ownPrice('perplexity'),
  COMPATIBLE_API_KEY: secretVariable('COMPATIBLE_BASE_URL', 'where the engine wants one'),
  COMPATIBLE_BASE_URL: {
    schema: baseUrl.optional(),
    meaning:
      "needed by `compatible`: an engine that speaks OpenAI's chat completions, with its version, such as `http://ollama:11434/v1`",
    local: '{sandbox}/compatible/v1',
    unless: 'COMPATIBLE_BASE_URL',
  },
  COMPATIBLE_MODEL: {
    schema: model.optional(),
    meaning: 'needed by `compatible`',
    local: 'simulated',
    unless: 'COMPATIBLE_BASE_URL',
  },
  COMPATIBLE_PRICE: { schema: price, meaning: priceText },
})

export type EngineConfig = z.output<z.ZodObject<typeof engineVariables>> & { SANDBOX_URL?: string | undefined }

export const engineNeeds: Record<EngineName, readonly (keyof EngineConfig)[]> = {
  openai: ['OPENAI_API_KEY'],
  anthropic: ['ANTHROPIC_API_KEY'],
  gemini: ['GEMINI_API_KEY'],
  perplexity: ['PERPLEXITY_API_KEY'],
  compatible: ['COMPATIBLE_BASE_URL', 'COMPATIBLE_MODEL'],
}

export function engineConfigIssues(config: EngineConfig): ConfigIssue[] {
  return lackingVariables(config, ['AI_ENGINES', config.AI_ENGINES], (engine) => engineNeeds[engine])
}

export function engineSettings(config: EngineConfig, engine: EngineName): EngineSettings {
  // safe because it only changes the case
  const name = engine.toUpperCase() as Uppercase<EngineName>
  const baseUrl = config[`${name}_BASE_URL`] ?? ''
  const model = config[`${name}_MODEL`] ?? ''
  const known = engine === 'compatible' ? undefined : engineModels[engine].prices[model]
  return {
    baseUrl,
    key: config[`${name}_API_KEY`],
    model,
    price: config[`${name}_PRICE`] ?? known ?? null,
    maxUsd: config.AI_ANSWER_USD,
    sandbox: isSandbox(config, baseUrl),
  }
}
