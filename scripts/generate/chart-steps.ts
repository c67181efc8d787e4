import { databaseServices } from '@rts/shared/contract/services'
import type { Entity, Fill } from './chart-fill.ts'
import { filesOf, labelsOf, object, podOf } from './chart-pod.ts'
import { secretKeys, secretOf } from './chart-secrets.ts'
import type { ComposeFile } from './compose-file.ts'

type Of = (name: string) => ComposeFile['services'][string]
/** When a step is made, and in which order. */
const hook = (events: string, weight: number) => ({
  'helm.sh/hook': events,
  'helm.sh/hook-weight': String(weight),
  'helm.sh/hook-delete-policy': 'before-hook-creation,hook-succeeded',
})
const before = 'pre-install,pre-upgrade'
const migrationFiles = 'migration-files'

/** The steps of the databases before a release, with the secret and the file that they read; a failed one stops the release. */
export function stepsBefore(of: Of, fill: Fill): Entity[] {
  const keys = databaseServices.flatMap((name) => secretKeys(of(`migrate-${name}`).environment))
  return [
    secretOf('migrations', keys, fill, hook(before, -10)),
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: migrationFiles, annotations: hook(before, -10) },
      data: { 'authorities.pem': fill.value('files.authorities') },
    },
    ...databaseServices.map((name) => step(`migrate-${name}`, name, 'migrations', hook(before, -5), of, fill)),
  ]
}

/** The steps that remove what only older releases needed, once the operator asks for them. */
export function stepsAfter(of: Of, fill: Fill): Entity[] {
  const when = '.Values.after'
  return databaseServices.map((name) => ({
    when,
    ...step(`after-${name}`, name, 'environment', hook('post-upgrade', 0), of, fill, ['after']),
  }))
}

function step(name: string, service: string, secret: string, annotations: object, of: Of, fill: Fill, args?: string[]) {
  const given = of(`migrate-${service}`)
  const more = args ? { args } : {}
  // Before a release its other files are not there yet.
  const volume = secret === 'migrations' ? migrationFiles : 'files'
  const files = filesOf(given).map((file) => ({ ...file, volume }))
  const { metadata, spec } = podOf(given, { name, of: service, secret, requests: 'steps', files, more }, fill)
  const { topologySpreadConstraints: _, ...alone } = spec
  const template = { metadata: { labels: metadata.labels }, spec: { ...alone, restartPolicy: 'Never' } }
  return object('batch/v1', 'Job', { name, labels: labelsOf(name), annotations }, { backoffLimit: 3, template })
}
