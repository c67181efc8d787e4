import { declarationOf } from '@rts/shared/config'
import { type BuiltService, builtServices, databaseServices } from '@rts/shared/contract/services'
import { z } from 'zod'

/** The generated parts of a file that people write too, by their marks. */
export type Parts = Record<string, string[]>

/** A variable as one service declares it. */
export type ServiceVariable = NonNullable<ReturnType<typeof declarationOf>> & {
  name: string
  service: BuiltService
  /** In words, with code marks. */
  defaultWords: string
}

/** Every variable of every service, in the order of the services and of their schemas. */
export const variables: readonly ServiceVariable[] = (await Promise.all(builtServices.map(variablesOf))).flat()

async function variablesOf(service: BuiltService): Promise<ServiceVariable[]> {
  const { configSchema } = await import(`../../services/${service}/src/config.ts`)
  const { shape } = z.instanceof(z.ZodObject).parse(configSchema)
  return Object.entries(shape).map(([name, given]) => {
    const schema = z.instanceof(z.ZodType).parse(given)
    const declaration = declarationOf(schema)
    if (!declaration) throw new Error(`${name} of ${service} is not declared with declareVariables`)
    return { ...declaration, name, service, defaultWords: declaration.defaultText ?? defaultOf(schema) }
  })
}

function defaultOf(schema: unknown): string {
  if (schema instanceof z.ZodDefault) {
    const value = String(schema.def.defaultValue)
    return value === '' ? 'none' : `\`${value}\``
  }
  if (schema instanceof z.ZodOptional) return 'none'
  return schema instanceof z.ZodPipe ? defaultOf(schema.in) : 'required'
}

const isSet = (name: string, text: string) => `\${${name}:?${text}}`
/** A variable of `.env` that must be there, as compose and the shell write it. */
export const needed = (name: string) => isSet(name, `${name} is missing in .env`)

/** A variable's value in a container, as compose writes it. */
export function containerValue({ name, service, container, required }: ServiceVariable): string {
  if (required !== undefined) return needed(name)
  return filled(container, service) ?? `\${${name}:-}`
}

function filled(container: string | undefined, service: string): string | undefined {
  return container
    ?.replaceAll('{name}', service)
    .replaceAll('NAME_', `${service.toUpperCase()}_`)
    .replaceAll(/(?<!\$)\{(\w+)\}/g, (_, name) => needed(name))
}

/** Whether `.env` decides: the others have one value in every container. */
export const isInEnv = ({ container }: ServiceVariable) => container === undefined || /^\$\{[^}]*\}$/.test(container)

/** The passwords of databases and of the broker's users. */
export const databasePasswords = databaseServices.map((name) => `${name.toUpperCase()}_DB_PASSWORD`)
export const brokerPasswords = [...builtServices, 'operator'].map((name) => `NATS_${name.toUpperCase()}_PASSWORD`)
/** The keys with which programs sign calls, in `.env`. */
export const callerKeyNames = [...builtServices, 'operator'].map((name) => `${name.toUpperCase()}_CALLER_KEY`)

/** Whether the chart keeps a variable in a secret. */
export function isSecret(name: string): boolean {
  return name.endsWith('_PASSWORD') || variables.some((variable) => variable.name === name && variable.isSecret)
}
