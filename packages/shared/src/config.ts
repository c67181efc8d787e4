import { z } from 'zod'
import { plainIssue } from './service/plain-issue.ts'

/** Names every bad variable and never its value. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads a service's variables through its schema; empty variables count as absent. Throws `ConfigError`. */
export function readConfig<S extends z.ZodType>(schema: S, env: Record<string, string | undefined>): z.output<S> {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = schema.safeParse(present, { error: plainIssue })
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.') || '(all)'}: ${issue.message}`)
  throw new ConfigError(`Bad configuration:\n${lines.join('\n')}`)
}

export type ConfigIssue = { variable: string; message: string }

/** A refinement that reports the issues of a rule. */
export function reporting<C>(rule: (config: C) => ConfigIssue[]) {
  return (config: C, context: z.RefinementCtx): void => {
    for (const { variable, message } of rule(config)) context.addIssue({ code: 'custom', path: [variable], message })
  }
}

/** `npm run generate` writes what containers, documents and `npm start` need of it. */
export type Declaration<S extends z.ZodType = z.ZodType> = {
  schema: S
  meaning: string
  /** The default in words, where the schema has none. */
  defaultText?: string
  /** The chart reads it from a secret: anybody who may list pods can read their other variables. */
  isSecret?: true
  /** Its value in `deploy/example.env`; `generate` becomes a new secret, `ask` is asked for. */
  required?: string
  /** Its value in `deploy/example.env` where it may be left out. */
  example?: string
  /** Its value in containers, with `{VARIABLE}` of `.env`; otherwise that of `.env`. */
  container?: string
  /** Its value with `npm start`: `{sandbox}` is the sandbox's address, `{root}` this repository. */
  local?: string
  /** Must be empty for `local` to count; without one this variable must be absent. */
  unless?: string
}
type Schemas<D extends Record<string, Declaration>> = { [N in keyof D]: D[N]['schema'] }
type Known = Omit<Declaration, 'schema'> & { section: string }

const known = z.registry<Known>()

export function declareVariables<D extends Record<string, Declaration>>(section: string, declared: D): Schemas<D> {
  const entries = Object.entries(declared).map(([name, { schema, ...notes }]) => {
    // One schema may be that of several variables.
    const own = schema.clone()
    known.add(own, { ...notes, section })
    return [name, own]
  })
  // safe because each name has just got its own schema
  return Object.fromEntries(entries) as Schemas<D>
}

export function declarationOf(schema: z.ZodType): Known | undefined {
  return known.get(schema)
}

export function integerVariable(min: number, max: number) {
  return z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.int().min(min).max(max))
}

/** A switch in a variable: 1, true, on or 0, false, off. */
export const switchVariable = z
  .enum(['1', 'true', 'on', '0', 'false', 'off'])
  .transform((value) => ['1', 'true', 'on'].includes(value))

export const shareVariable = z
  .string()
  .regex(/^(0?\.\d+|0|1(\.0+)?)$/, 'must be a part of 1 such as 0.2')
  .transform(Number)
  .refine((part) => part > 0, 'must be more than 0')

export const listVariable = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  )

/** Secrets that can be rotated: the first is used, all are accepted. */
export const keysVariable = z
  .string()
  .regex(/^[\w-]+:[^\s,]{16,}(,[\w-]+:[^\s,]{16,})*$/, 'must be id:secret,… with secrets of 16 characters or more')
