import { parse } from 'yaml'
import { z } from 'zod'

const text = z.record(z.string(), z.string())
const container = z.looseObject({
  image: z.string(),
  user: z.string().optional(),
  command: z.array(z.string()).optional(),
  networks: z.array(z.string()),
  environment: text.optional(),
  stop_grace_period: z.string().optional(),
  mem_limit: z.string(),
})
const composeFile = z.object({
  services: z.record(z.string(), container),
  networks: z.record(z.string(), z.object({ internal: z.union([z.boolean(), z.string()]).optional() })),
})
/** A container of docker-compose.yml, as other files derive from it. */
export type Container = z.output<typeof container>
export type ComposeFile = z.output<typeof composeFile>

/** Reads docker-compose.yml with its anchors resolved. */
export function parseCompose(text: string): ComposeFile {
  return composeFile.parse(parse(text, { merge: true, maxAliasCount: 1_000 }))
}
