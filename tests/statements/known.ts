import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { operationEntries } from '@rts/shared/contract/table'
import { webhookTypes } from '@rts/shared/contract/webhooks'
import { errorCodes } from '@rts/shared/errors'
import { parse } from 'yaml'
import { z } from 'zod'
import { commonOptions } from '../../packages/cli/src/command.ts'
import { commands as cliCommands } from '../../packages/cli/src/run.ts'
import { commands as operatorCommands } from '../../packages/local/src/admin/commands.ts'
import { variables } from '../../scripts/generate/declared.ts'
import { metricNames } from '../../scripts/generate/reference/metrics.ts'
import { catalogue } from '../../services/content/src/audit/catalogue.ts'
import { catalog } from '../../services/mcp/src/tools/catalog.ts'

/** Names that documents may use, read from the code. */
export type Known = {
  scripts: ReadonlySet<string>
  benchmarks: ReadonlySet<string>
  composeServices: ReadonlySet<string>
  /** The options of each command. */
  operator: ReadonlyMap<string, readonly string[]>
  cli: ReadonlyMap<string, readonly string[]>
  variables: ReadonlySet<string>
  metrics: ReadonlySet<string>
  errors: ReadonlySet<string>
  tools: ReadonlySet<string>
  auditCodes: ReadonlySet<string>
  operations: ReadonlySet<string>
  /** The first words of operations that REST has. */
  entities: ReadonlySet<string | undefined>
  /** `GET /projects/:id`, as patterns. */
  endpoints: readonly RegExp[]
}

const composeFiles = [
  'docker-compose.yml',
  'deploy/backup.yml',
  'deploy/backup-s3.yml',
  'deploy/sandbox.yml',
  'deploy/tls.yml',
]
const composed = z.object({ services: z.record(z.string(), z.unknown()) })
const manifest = z.object({ scripts: z.record(z.string(), z.string()) })

export function readKnown(root: string): Known {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
  const services = composeFiles.flatMap((file) =>
    Object.keys(composed.parse(parse(read(file), { merge: true, maxAliasCount: 1_000 })).services),
  )
  return {
    scripts: new Set([
      ...Object.keys(manifest.parse(JSON.parse(read('package.json'))).scripts),
      'ci',
      'install',
      'pack',
    ]),
    benchmarks: new Set(readdirSync(path.join(root, 'bench')).map((file) => path.basename(file, '.ts'))),
    composeServices: new Set(services),
    operator: new Map(Object.entries(operatorCommands).map(([name, { help }]) => [name, Object.keys(help)])),
    cli: new Map([
      ...cliCommands.map(({ name, options }) => [name, flags({ ...options, ...commonOptions })] as const),
      ['completion', []] as const,
    ]),
    variables: new Set(variables.map(({ name }) => name)),
    metrics: new Set(metricNames()),
    errors: new Set(Object.keys(errorCodes)),
    tools: new Set(catalog.map(({ name }) => name)),
    auditCodes: new Set(catalogue.keys()),
    operations: new Set([...operationEntries().map(([name]) => name), ...webhookTypes]),
    entities: new Set(operationEntries().flatMap(([name, { http }]) => (http ? [name.split('.')[0]] : []))),
    endpoints: operationEntries().flatMap(([, { http }]) => {
      if (!http) return []
      const pattern = http.path.replace(/:\w+/g, '[^/]+')
      return [new RegExp(`^${http.method === 'GET' ? '(GET|HEAD)' : http.method} (/http/v1)?${pattern}$`)]
    }),
  }
}

function flags(options: object): string[] {
  return Object.keys(options).map((name) => `--${name}`)
}
