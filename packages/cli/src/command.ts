import type { ParseArgsConfig } from 'node:util'
import type { Api } from '../../client/src/client.ts'
import type { Ending, Output } from './output/output.ts'
import type { World } from './world.ts'

/** `says`: for the help. `value`: its name there, where it takes one. */
type Option = { type: 'string' | 'boolean'; multiple?: boolean; short?: string; says: string; value?: string }
export type Options = Readonly<Record<string, Option>>
export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

export type Run = {
  world: World
  output: Output
  values: Values
  given: readonly string[]
  /** The client of the key; throws where there is no key. */
  api(): Api
}

export type Command = {
  name: string
  usage: string
  says: string
  options: Options
  takes: { min: number; max: number }
  run(run: Run): Promise<Ending>
}

export const commonOptions = {
  json: { type: 'boolean', says: 'the rows as JSON' },
  csv: { type: 'boolean', says: 'the rows for a spreadsheet' },
  plain: { type: 'boolean', says: 'as if no terminal were there: no colours, no chart, nothing cut' },
  ascii: { type: 'boolean', says: 'a chart of ASCII characters' },
  help: { type: 'boolean', short: 'h', says: 'this help' },
} as const satisfies Options

export function textOf(values: Values, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

export function textsOf(values: Values, name: string): string[] {
  const value = values[name]
  return Array.isArray(value) ? value.map(String) : []
}

export function parseConfig(options: Options): NonNullable<ParseArgsConfig['options']> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, multiple = false, short }]) => [
      name,
      { type, multiple, ...(short === undefined ? {} : { short }) },
    ]),
  )
}
