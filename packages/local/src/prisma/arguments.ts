import { parseArgs } from 'node:util'
import { z } from 'zod'

const datasourceSchema = z.object({ url: z.string().optional() })

export type EngineArguments = {
  version: boolean
  command: string | undefined
  schemaFiles: string[]
  url: string | undefined
}

/** Parses the arguments that Prisma gives its schema engine; `command` follows the word `cli`. */
export function readEngineArguments(args: string[]): EngineArguments {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      version: { type: 'boolean', default: false },
      datamodels: { type: 'string', multiple: true, default: [] },
      datasource: { type: 'string', default: '{}' },
      'enabled-preview-features': { type: 'string' },
      'extension-types': { type: 'string' },
    },
  })
  const command = positionals[0] === 'cli' ? positionals[1] : undefined
  const { url } = datasourceSchema.parse(JSON.parse(values.datasource))
  return { version: values.version, command, schemaFiles: values.datamodels, url }
}
