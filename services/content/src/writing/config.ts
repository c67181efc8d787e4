import type { TokenPrice } from '@rts/outside/chat'
import { baseUrl, isSandbox, type sandboxVariables, secret, share, usd } from '@rts/outside/config'
import { integerVariable } from '@rts/shared/config'
import { normaliseHost } from '@rts/shared/hosts'
import { z } from 'zod'

export type WriterSettings = {
  baseUrl: string
  key: string | undefined
  model: string
  price: TokenPrice
  mostUsd: number
  sandbox: boolean
}

/** `1.25/10`: US dollars for a million tokens read, and for a million written. */
const price = z
  .string()
  .regex(/^\d+(\.\d+)?\/\d+(\.\d+)?$/, 'must be two amounts in USD such as 1.25/10')
  .transform((text) => {
    const [input = 0, output = 0] = text.split('/').map(Number)
    return { input, output }
  })
  .optional()

/** Hosts, comma-separated, as bare names. */
const hosts = z
  .string()
  .default('')
  .transform((list, context) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
      .flatMap((name) => {
        const host = normaliseHost(name)
        if (host.ok) return [host.host]
        context.addIssue({ code: 'custom', message: `${name}: ${host.message}` })
        return []
      }),
  )

/** The variables of the writer of plans and articles: any server that speaks OpenAI's chat completions. */
export const writerVariables = {
  WRITER_API_KEY: secret,
  /** With the version: `http://127.0.0.1:11434/v1`. Without an address outlines are made. */
  WRITER_BASE_URL: baseUrl.optional(),
  WRITER_MODEL: z.string().trim().min(1).max(200).optional(),
  WRITER_PRICE: price,
  WRITER_TIMEOUT_MS: integerVariable(1_000, 300_000).default(120_000),
  /** The most that one answer may cost: set aside from the day's budget until its cost is known. */
  WRITER_ANSWER_USD: usd.default(0.1),
  WRITER_DAILY_BUDGET_USD: usd.optional(),
  /** The part of WRITER_DAILY_BUDGET_USD that one account's texts may cost a day. */
  WRITER_ACCOUNT_SHARE: share.default(0.2),
  /** Plans and articles that this process writes at once. */
  WRITER_CONCURRENCY: integerVariable(1, 100).default(4),
  /** Where texts may link to besides the site's own pages. */
  WRITER_LINK_HOSTS: hosts,
}

export type WriterConfig = z.output<z.ZodObject<typeof writerVariables>> &
  z.output<z.ZodObject<typeof sandboxVariables>>

/** The variables that are missing, each with its sentence. */
export function writerConfigIssues({ WRITER_BASE_URL, WRITER_MODEL }: WriterConfig) {
  if ((WRITER_BASE_URL === undefined) === (WRITER_MODEL === undefined)) return []
  const [missing, given] =
    WRITER_MODEL === undefined ? ['WRITER_MODEL', 'WRITER_BASE_URL'] : ['WRITER_BASE_URL', 'WRITER_MODEL']
  return [{ variable: missing, message: `is needed because ${given} is set` }]
}

/** The writer's settings; null where none is configured. */
export function writerSettings(config: WriterConfig): WriterSettings | null {
  const { WRITER_BASE_URL: baseUrl, WRITER_MODEL: model, WRITER_API_KEY: key, WRITER_PRICE: price = null } = config
  if (baseUrl === undefined || model === undefined) return null
  return { baseUrl, model, key, price, mostUsd: config.WRITER_ANSWER_USD, sandbox: isSandbox(config, baseUrl) }
}
