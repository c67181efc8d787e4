import type { Entity, Fill } from './chart-fill.ts'
import { secretKeys, variablesOf } from './chart-secrets.ts'
import type { Container } from './compose-file.ts'

/** A pod, besides its container in compose. */
export type Pod = {
  name: string
  /** Whose variables, requests and files it has, where that is another. */
  of?: string
  /** The chart's secret that it reads, where the operator has none. */
  secret?: string
  requests?: string
  files?: File[]
  /** More fields of the container: ports, probes, arguments. */
  more?: object
}
/** A file of a ConfigMap at its place; `value` is its entry in values.yaml. */
type File = { volume: string; mountPath: string; subPath: string; value?: string }

/** As compose's containers: no rights, a file system that is only read. */
const locked = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } }
export const nameLabel = 'app.kubernetes.io/name'
export const labelsOf = (name: string) => ({ [nameLabel]: name, 'app.kubernetes.io/part-of': 'rank-tracker' })
const selectorOf = (name: string) => ({ [nameLabel]: name })

export const object = (apiVersion: string, kind: string, metadata: Entity['metadata'], spec: object): Entity => ({
  apiVersion,
  kind,
  metadata,
  spec,
})

export function deploymentOf(name: string, template: object, replicas: object): Entity {
  return object(
    'apps/v1',
    'Deployment',
    { name, labels: labelsOf(name) },
    {
      ...replicas,
      selector: { matchLabels: selectorOf(name) },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      template,
    },
  )
}

export function serviceOf(name: string, port: { port: number; targetPort: string }): Entity {
  const spec = { selector: selectorOf(name), ports: [{ name: port.targetPort, ...port }] }
  return object('v1', 'Service', { name, labels: labelsOf(name) }, spec)
}

/** The pod of a container of docker-compose.yml. */
export function podOf(given: Container, pod: Pod, fill: Fill) {
  const { name } = pod
  const members = Object.fromEntries(given.networks.map((network) => [`rank-tracker/${network}`, 'true']))
  const { files = filesOf(given) } = pod
  const read = [
    ...secretKeys(given.environment).map((key) => `env.${key.name}`),
    ...files.flatMap(({ value = [] }) => value),
  ]
  const [user, group] = (given.user ?? '1000:1000').split(':').map(Number)
  return {
    metadata: { labels: { ...labelsOf(name), ...members }, annotations: { 'rank-tracker/read': fill.checksum(read) } },
    spec: {
      serviceAccountName: fill.value('serviceAccountName'),
      automountServiceAccountToken: false,
      imagePullSecrets: fill.value('imagePullSecrets'),
      enableServiceLinks: false,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: user,
        runAsGroup: group,
        seccompProfile: { type: 'RuntimeDefault' },
      },
      topologySpreadConstraints: [spread(name)],
      terminationGracePeriodSeconds: Number.parseInt(given.stop_grace_period ?? '30', 10),
      containers: [containerOf(given, { ...pod, files }, fill)],
      volumes: [
        { name: 'tmp', emptyDir: { medium: 'Memory', sizeLimit: '64Mi' } },
        ...[...new Set(files.map(({ volume }) => volume))].map((volume) => ({
          name: volume,
          configMap: { name: volume },
        })),
      ],
    },
  }
}

/** No two replicas of a release on one machine, while there is another. A second key would end this where nodes lack it. */
const spread = (name: string) => ({
  maxSkew: 1,
  topologyKey: 'kubernetes.io/hostname',
  whenUnsatisfiable: 'ScheduleAnyway',
  labelSelector: { matchLabels: selectorOf(name) },
  matchLabelKeys: ['pod-template-hash'],
})

function containerOf({ image, command, environment, mem_limit }: Container, pod: Pod, fill: Fill) {
  const { name, of = name, secret = 'environment', requests = of, files = [], more } = pod
  return {
    name,
    image: fill.text(image),
    ...(command ? { command } : {}),
    env: variablesOf(environment, fill.secretName(secret), fill),
    resources: { requests: fill.value(`requests.${requests}`), limits: { memory: memoryOf(mem_limit) } },
    securityContext: locked,
    volumeMounts: [
      { name: 'tmp', mountPath: '/tmp' },
      ...files.map(({ volume, mountPath, subPath }) => ({ name: volume, mountPath, subPath, readOnly: true })),
    ],
    ...more,
  }
}

/** The operator's own files that a container's variables name, by the name without its ending in `files`. */
export function filesOf({ environment = {} }: Container): File[] {
  return Object.values(environment)
    .filter((value) => value.startsWith('/etc/rank-tracker/'))
    .map((mountPath) => {
      const subPath = mountPath.split('/').at(-1) ?? ''
      return { volume: 'files', mountPath, subPath, value: `files.${subPath.replace(/\.\w+$/, '')}` }
    })
}

function memoryOf(limit: string): string {
  return `${Number.parseInt(limit, 10)}${limit.endsWith('g') ? 'Gi' : 'Mi'}`
}
