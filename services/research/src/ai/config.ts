import { baseUrl, isSandbox, providerList, type sandboxVariables, secret, usd } from '@rts/outside/config'
import { integerVariable } from '@rts/shared/config'
import { z } from 'zod'
import { lackingVariables } from '../needed.ts'
import type { EnginePrice, EngineSettings } from './providers/engine.ts'

export const engineNames = ['openai', 'anthropic', 'gemini', 'perplexity', 'compatible'] as const
export type EngineName = (typeof engineNames)[number]

/** `1.25/10/0.01`: US dollars for a million tokens read, for a million written, and for a look at the web. */
const price = z
  .string()
  .regex(/^\d+(\.\d+)?\/\d+(\.\d+)?\/\d+(\.\d+)?$/, 'must be three amounts in USD such as 1.25/10/0.01')
  .transform((text): EnginePrice => {
    const [input = 0, output = 0, search = 0] = text.split('/').map(Number)
    return { input, output, search }
  })
  .optional()
/** Models are retired within a year or two: the operator, who pays for one, names it. */
const model = z.string().trim().min(1).max(200)

/** The variables of the engines that prompts are put to. */
export const engineVariables = {
  AI_ENGINES: providerList(engineNames),
  /** Answers under way at once in this process. */
  AI_CONCURRENCY: integerVariable(1, 100).default(8),
  AI_TIMEOUT_MS: integerVariable(1_000, 600_000).default(120_000),
  /** The most that one answer may cost: set aside from the day's budget until its cost is known. */
  AI_ANSWER_USD: usd.default(0.05),
  OPENAI_API_KEY: secret,
  OPENAI_BASE_URL: baseUrl.default('https://api.openai.com'),
  OPENAI_MODEL: model.optional(),
  OPENAI_PRICE: price,
  ANTHROPIC_API_KEY: secret,
  ANTHROPIC_BASE_URL: baseUrl.default('https://api.anthropic.com'),
  ANTHROPIC_MODEL: model.optional(),
  ANTHROPIC_PRICE: price,
  GEMINI_API_KEY: secret,
  GEMINI_BASE_URL: baseUrl.default('https://generativelanguage.googleapis.com'),
  GEMINI_MODEL: model.optional(),
  GEMINI_PRICE: price,
  PERPLEXITY_API_KEY: secret,
  PERPLEXITY_BASE_URL: baseUrl.default('https://api.perplexity.ai'),
  /** Its only model of its own; which version that is changes over time. */
  PERPLEXITY_MODEL: model.default('perplexity/sonar'),
  PERPLEXITY_PRICE: price,
  /** Any other engine that speaks OpenAI's chat completions, its version in the address: `http://127.0.0.1:11434/v1`. */
  COMPATIBLE_API_KEY: secret,
  COMPATIBLE_BASE_URL: baseUrl.optional(),
  COMPATIBLE_MODEL: model.optional(),
  COMPATIBLE_PRICE: price,
}

export type EngineConfig = z.output<z.ZodObject<typeof engineVariables>> &
  z.output<z.ZodObject<typeof sandboxVariables>>

const needed: Record<EngineName, readonly (keyof EngineConfig)[]> = {
  openai: ['OPENAI_API_KEY', 'OPENAI_MODEL'],
  anthropic: ['ANTHROPIC_API_KEY', 'ANTHROPIC_MODEL'],
  gemini: ['GEMINI_API_KEY', 'GEMINI_MODEL'],
  perplexity: ['PERPLEXITY_API_KEY'],
  compatible: ['COMPATIBLE_BASE_URL', 'COMPATIBLE_MODEL'],
}

/** The variables that listed engines lack, each with its sentence. */
export function engineConfigIssues(config: EngineConfig) {
  return lackingVariables('AI_ENGINES', config.AI_ENGINES, needed, config)
}

/** The settings of one engine. */
export function engineSettings(config: EngineConfig, engine: EngineName): EngineSettings {
  // safe because it only changes the case
  const name = engine.toUpperCase() as Uppercase<EngineName>
  const baseUrl = config[`${name}_BASE_URL`] ?? ''
  return {
    baseUrl,
    key: config[`${name}_API_KEY`],
    model: config[`${name}_MODEL`] ?? '',
    price: config[`${name}_PRICE`] ?? null,
    mostUsd: config.AI_ANSWER_USD,
    sandbox: isSandbox(config, baseUrl),
  }
}
