import type { TokenPrice } from '@rts/outside/chat'
import { baseUrl, budgetVariable, isSandbox, secretVariable, usd } from '@rts/outside/config'
import { type ConfigIssue, declareVariables, integerVariable, listVariable, shareVariable } from '@rts/shared/config'
import { normaliseHost } from '@rts/shared/hosts'
import { z } from 'zod'

export type WriterSettings = {
  baseUrl: string
  key: string | undefined
  model: string
  price: TokenPrice
  maxUsd: number
  sandbox: boolean
}

/** `1.25/10`: US dollars per million tokens read and written. */
const price = z
  .string()
  .regex(/^\d+(\.\d+)?\/\d+(\.\d+)?$/, 'must be two amounts in USD such as 1.25/10')
  .transform((text) => {
    const [input = 0, output = 0] = text.split('/').map(Number)
    return { input, output }
  })
  .optional()

const hosts = listVariable.transform((list, context) =>
  list.flatMap((name) => {
    const host = normaliseHost(name)
    if (host.ok) return [host.host]
    context.addIssue({ code: 'custom', message: `${name}: ${host.fault.text}` })
    return []
  }),
)

export const writerVariables = declareVariables('Writer of plans and articles', {
  WRITER_API_KEY: secretVariable('WRITER_BASE_URL', 'where the writer wants one'),
  WRITER_BASE_URL: {
    schema: baseUrl.optional(),
    meaning:
      "a server that speaks OpenAI's chat completions, with its version, such as `http://ollama:11434/v1`: it writes plans and articles. Without it they are outlines",
    local: '{sandbox}/writer/v1',
    unless: 'WRITER_BASE_URL',
  },
  WRITER_MODEL: {
    schema: z.string().trim().min(1).max(200).optional(),
    meaning: 'needed with the address',
    local: 'simulated',
    unless: 'WRITER_BASE_URL',
  },
  WRITER_PRICE: {
    schema: price,
    meaning: "`1.25/10`: USD for a million tokens read, and a million written; without it a text's cost is unknown",
  },
  WRITER_TIMEOUT_MS: { schema: integerVariable(1_000, 300_000).default(120_000), meaning: 'for one answer' },
  WRITER_ANSWER_USD: {
    schema: usd.default(0.1),
    meaning: 'the most that an answer may cost: set aside until its cost is known, and booked where it stays unknown',
  },
  WRITER_DAILY_BUDGET_USD: budgetVariable('the most that all texts may cost a UTC day, over all replicas'),
  WRITER_ACCOUNT_SHARE: {
    schema: shareVariable.default(0.2),
    meaning: "the part of the budget that one account's texts may cost a day",
  },
  WRITER_CONCURRENCY: {
    schema: integerVariable(1, 100).default(4),
    meaning: 'plans and articles written at once, per replica',
  },
  WRITER_LINK_HOSTS: {
    schema: hosts,
    meaning:
      "hosts that texts may link to besides the site's own pages, comma-separated; names below one are meant too",
  },
})

export type WriterConfig = z.output<z.ZodObject<typeof writerVariables>> & { SANDBOX_URL?: string | undefined }

export function writerConfigIssues({ WRITER_BASE_URL, WRITER_MODEL }: WriterConfig): ConfigIssue[] {
  if ((WRITER_BASE_URL === undefined) === (WRITER_MODEL === undefined)) return []
  if (WRITER_MODEL === undefined)
    return [{ variable: 'WRITER_MODEL', message: 'is needed because WRITER_BASE_URL is set' }]
  return [{ variable: 'WRITER_BASE_URL', message: 'is needed because WRITER_MODEL is set' }]
}

export function writerSettings(config: WriterConfig): WriterSettings | null {
  const { WRITER_BASE_URL: baseUrl, WRITER_MODEL: model, WRITER_API_KEY: key, WRITER_PRICE: price = null } = config
  if (baseUrl === undefined || model === undefined) return null
  return { baseUrl, model, key, price, maxUsd: config.WRITER_ANSWER_USD, sandbox: isSandbox(config, baseUrl) }
}
