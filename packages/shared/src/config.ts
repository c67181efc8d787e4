import { z } from 'zod'
import { serviceNames, services } from './contract/services.ts'

/** Raised at start: its message names every bad variable and never its value. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads a service's variables through its schema; empty variables count as absent. Throws `ConfigError`. */
export function readConfig<S extends z.ZodType>(schema: S, env: Record<string, string | undefined>): z.output<S> {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = schema.safeParse(present)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.') || '(all)'}: ${issue.message}`)
  throw new ConfigError(`Bad configuration:\n${lines.join('\n')}`)
}

/** A whole number in a variable. */
export function integerVariable(min: number, max: number) {
  return z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.int().min(min).max(max))
}

/** A switch in a variable: 1, true, on or 0, false, off. */
export const switchVariable = z
  .enum(['1', 'true', 'on', '0', 'false', 'off'])
  .transform((value) => ['1', 'true', 'on'].includes(value))

/** Secrets that can be rotated: the first is used, all are accepted. */
export const keysVariable = z
  .string()
  .regex(/^[\w-]+:[^\s,]{16,}(,[\w-]+:[^\s,]{16,})*$/, 'must be id:secret,… with secrets of 16 characters or more')

/** The variables of every service. */
export const commonVariables = {
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  PORT: integerVariable(0, 65_535).default(0),
  ADMIN_PORT: integerVariable(0, 65_535).default(0),
  HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: z.url(),
  NATS_URL: z.string().regex(/^(nats|tls):\/\//, 'must be a nats:// address'),
  CALLER_KEYS: keysVariable,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  DRAIN_MS: integerVariable(0, 60_000).default(0),
  PLANS_FILE: z.string().optional(),
  /** Services that this system does not run; it always includes those that are not built. */
  DISABLED_SERVICES: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.enum(serviceNames)))
    .transform((given) => serviceNames.filter((name) => !services[name].isBuilt || given.includes(name))),
}
