import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import { z } from 'zod'

const file = new URL('./fixtures/kubernetes.json', import.meta.url)
const { kinds, definitions } = z
  .object({ kinds: z.record(z.string(), z.string()), definitions: z.record(z.string(), z.unknown()) })
  .parse(JSON.parse(readFileSync(file, 'utf8')))
const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
ajv.addSchema({ $id: 'kubernetes', definitions })

/** The objections of Kubernetes' own schema to an object; fields that it does not have are refused. */
export function schemaFaults(object: { kind: string; metadata: { name: string } }): string[] {
  const { kind, metadata } = object
  const check: ValidateFunction | undefined = ajv.getSchema(`kubernetes#/definitions/${kinds[kind]}`)
  if (!check) return [`${kind}: no such kind`]
  check(object)
  return (check.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${kind} ${metadata.name}: ${instancePath} ${message} ${Object.values(params)}`,
  )
}
