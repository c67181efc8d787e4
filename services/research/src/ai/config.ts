import { baseUrl, isSandbox, providerList, type sandboxVariables, secret, usd } from '@rts/outside/config'
import { integerVariable } from '@rts/shared/config'
import { z } from 'zod'
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
/** Models are retired within a year or two: whoever pays for one names it. */
const model = z.string().trim().min(1).max(200)

/** The variables of the engines that prompts are put to. */
export const engineVariables = {
  AI_ENGINES: providerList(engineNames),
  /** Answers under way at once in this process. */
  AI_CONCURRENCY: integerVariable(1, 100).default(8),
  AI_TIMEOUT_MS: integerVariable(1_000, 600_000).default(120_000),
  /** What one answer may cost at most: set aside from the day's budget until its cost is known. */
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
  /** Its only model of its own; what it stands for moves along. */
  PERPLEXITY_MODEL: model.default('perplexity/sonar'),
  PERPLEXITY_PRICE: price,
  /** Any other engine that speaks OpenAI's chat completions, its version in the address: `http://127.0.0.1:11434/v1`. */
  COMPATIBLE_API_KEY: secret,
  COMPATIBLE_BASE_URL: baseUrl.optional(),
  COMPATIBLE_MODEL: model.optional(),
  COMPATIBLE_PRICE: price,
}

const engineSchema = z.object(engineVariables)
export type EngineConfig = z.output<typeof engineSchema> & z.output<z.ZodObject<typeof sandboxVariables>>

const needed = {
  openai: ['OPENAI_API_KEY', 'OPENAI_MODEL'],
  anthropic: ['ANTHROPIC_API_KEY', 'ANTHROPIC_MODEL'],
  gemini: ['GEMINI_API_KEY', 'GEMINI_MODEL'],
  perplexity: ['PERPLEXITY_API_KEY'],
  compatible: ['COMPATIBLE_BASE_URL', 'COMPATIBLE_MODEL'],
} as const satisfies Record<EngineName, readonly (keyof EngineConfig)[]>

/** The variables that listed engines lack, each with its sentence. */
export function engineConfigIssues(config: EngineConfig): { variable: string; message: string }[] {
  return config.AI_ENGINES.flatMap((engine) =>
    needed[engine]
      .filter((variable) => config[variable] === undefined)
      .map((variable) => ({ variable, message: `is needed because AI_ENGINES lists ${engine}` })),
  )
}

/** What one engine needs of the variables. */
export function engineSettings(config: EngineConfig, engine: EngineName): EngineSettings {
  const of = settingsOf(config, engine)
  const sandbox = isSandbox(config, of.baseUrl)
  return { ...of, model: of.model ?? '', price: of.price ?? null, mostUsd: config.AI_ANSWER_USD, sandbox }
}

function settingsOf(config: EngineConfig, engine: EngineName) {
  switch (engine) {
    case 'openai':
      return {
        baseUrl: config.OPENAI_BASE_URL,
        key: config.OPENAI_API_KEY,
        model: config.OPENAI_MODEL,
        price: config.OPENAI_PRICE,
      }
    case 'anthropic':
      return {
        baseUrl: config.ANTHROPIC_BASE_URL,
        key: config.ANTHROPIC_API_KEY,
        model: config.ANTHROPIC_MODEL,
        price: config.ANTHROPIC_PRICE,
      }
    case 'gemini':
      return {
        baseUrl: config.GEMINI_BASE_URL,
        key: config.GEMINI_API_KEY,
        model: config.GEMINI_MODEL,
        price: config.GEMINI_PRICE,
      }
    case 'perplexity':
      return {
        baseUrl: config.PERPLEXITY_BASE_URL,
        key: config.PERPLEXITY_API_KEY,
        model: config.PERPLEXITY_MODEL,
        price: config.PERPLEXITY_PRICE,
      }
    case 'compatible':
      return {
        baseUrl: config.COMPATIBLE_BASE_URL ?? '',
        key: config.COMPATIBLE_API_KEY,
        model: config.COMPATIBLE_MODEL,
        price: config.COMPATIBLE_PRICE,
      }
    default: {
      const missing: never = engine
      return missing
    }
  }
}
