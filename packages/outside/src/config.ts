import { type ConfigIssue, declareVariables, switchVariable } from '@rts/shared/config'
import { z } from 'zod'

export const baseUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .transform((url) => url.replace(/\/+$/, ''))

export const secret = z.string().trim().min(1).optional()

/** While `unless` is empty the sandbox plays the provider in `npm start`. */
export function secretVariable(unless: string, meaning: string) {
  return { schema: secret, meaning, isSecret: true, local: 'sandbox', unless } as const
}

/** `path` is where the sandbox plays the API. */
export function addressVariable(unless: string, url: string, path: string) {
  return { schema: baseUrl.default(url), meaning: 'address of its API', local: `{sandbox}/${path}`, unless }
}

export const usd = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be an amount in USD such as 12.50')
  .transform(Number)

/** The most that an area may cost a UTC day: an amount in USD, or the word `none`. */
export function budgetVariable(meaning: string) {
  return {
    schema: z
      .union([z.literal('none').transform(() => undefined), usd], 'must be an amount in USD such as 12.50, or none')
      .prefault('5'),
    meaning: `${meaning}; \`none\` for no limit`,
    defaultText: '`5`',
    example: '5',
    local: 'none',
  } as const
}

/** In order of preference, comma-separated, without repetitions. */
export function providerList<const N extends string>(names: readonly N[]) {
  const known = z.enum(names)
  return z
    .string()
    .default('')
    .transform((list, context) => {
      const listed = list
        .split(',')
        .map((name) => name.trim().toLowerCase())
        .filter(Boolean)
      return [...new Set(listed)].flatMap((name): N[] => {
        const parsed = known.safeParse(name)
        if (parsed.success) return [parsed.data]
        const message = `unknown provider "${name}"; the known ones are ${names.join(', ')}`
        context.addIssue({ code: 'custom', message })
        return []
      })
    })
}

export function lackingVariables<C, N extends string>(
  config: C,
  [list, listed]: readonly [name: string, listed: readonly N[]],
  needsOf: (provider: N) => readonly (string & keyof C)[],
): ConfigIssue[] {
  return listed.flatMap((provider) =>
    needsOf(provider)
      .filter((variable) => config[variable] === undefined)
      .map((variable) => ({ variable, message: `is needed because ${list} lists ${provider}` })),
  )
}

type Merged<U> = (U extends unknown ? (given: U) => void : never) extends (given: infer I) => void ? I : never

export function variablesOf<P extends { variables: z.ZodRawShape }>(
  providers: Record<string, P>,
): Merged<P['variables']> {
  // safe because each provider's variables are there under their own names
  return Object.assign({}, ...Object.values(providers).map(({ variables }) => variables)) as Merged<P['variables']>
}

export const sandboxVariables = declareVariables('Sandbox', {
  SANDBOX: {
    schema: switchVariable.default(false),
    meaning:
      '`on`: data may be simulated, and every page says so. In production `SANDBOX_URL` is refused without it; the one container and `npm start` simulate providers without a key where it is on',
    defaultText: '`off`; `on` with `npm start`, but for production',
  },
  SANDBOX_URL: {
    schema: baseUrl.optional(),
    meaning: 'rows from a provider below this address say `"sandbox": true`; `HOST_OVERRIDES` may lead to its host',
  },
})

/** Production never simulates by accident. */
export function sandboxIssues(config: {
  NODE_ENV: string
  SANDBOX: boolean
  SANDBOX_URL?: string | undefined
}): ConfigIssue[] {
  const isRefused = config.NODE_ENV === 'production' && config.SANDBOX_URL !== undefined && !config.SANDBOX
  return isRefused ? [{ variable: 'SANDBOX_URL', message: 'is refused in production without SANDBOX=on' }] : []
}

export function isSandbox(config: { SANDBOX_URL?: string | undefined }, address: string | undefined): boolean {
  const sandbox = config.SANDBOX_URL
  return sandbox !== undefined && (address === sandbox || address?.startsWith(`${sandbox}/`) === true)
}
