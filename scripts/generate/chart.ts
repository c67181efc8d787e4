import { builtServices, databaseServices } from '@rts/shared/contract/services'
import { stringify } from 'yaml'
import { type Entity, type Fill, templateFill } from './chart-fill.ts'
import { networkObjects } from './chart-networks.ts'
import { type ComposeFile, type Container, parseCompose } from './compose-file.ts'
import { isSecret } from './declared.ts'

const ports = Object.entries({ http: 8080, admin: 9090 }).map(([name, containerPort]) => ({ name, containerPort }))
/** As compose's containers: no rights, a file system that is only read, the user of the images. */
const locked = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } }
const user = { runAsNonRoot: true, runAsUser: 1_000, runAsGroup: 1_000 }
const unprivileged = { ...user, seccompProfile: { type: 'RuntimeDefault' } }
const labelsOf = (name: string) => ({ 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': 'rank-tracker' })
/** The chart has no Postgres, no broker and no mail server of its own. */
const outside = (text: string) =>
  text
    .replace(/\$\{(\w+_DB_HOST|NATS_HOST):-[^}]*\}/, (_, name) => needed(name))
    .replace(/^\$\{SMTP_URL:.*\}$/, needed('SMTP_URL'))
const needed = (name: string) => `\${${name}:?env.${name} is missing}`

const object = (apiVersion: string, kind: string, metadata: Entity['metadata'], spec: object): Entity => ({
  apiVersion,
  kind,
  metadata,
  spec,
})

/** All objects of the system, derived from docker-compose.yml. */
export function chartObjects(compose: ComposeFile, fill: Fill): Record<string, Entity[]> {
  const files = filesObject(fill)
  const of = (name: string) => compose.services[name] ?? raise(`no ${name} in docker-compose.yml`)
  return {
    files: [files],
    migrations: [
      { ...files, metadata: { name: 'migration-files', annotations: hook('-10') } },
      ...databaseServices.flatMap((name) => migrationObjects(name, of(`migrate-${name}`), fill)),
    ],
    networks: networkObjects(compose, fill),
    ...Object.fromEntries(builtServices.map((name) => [name, serviceObjects(name, of(name), fill)])),
    operator: operatorObjects(of('operator'), fill),
    scale: [scaler(fill), ingress(fill)],
  }
}

/** The templates of the chart, by file. */
export function chartOf(composeText: string): Record<string, string> {
  const fill = templateFill()
  const head = '# Derived from docker-compose.yml by `npm run generate`. Not edited by hand.\n'
  const files = Object.entries(chartObjects(parseCompose(composeText), fill)).map(([name, objects]) => {
    const texts = objects.map(({ when, ...object }) => {
      const text = `---\n${stringify(object, { lineWidth: 0, aliasDuplicateObjects: false })}`
      return when === undefined ? text : `{{- if ${when} }}\n${text}{{- end }}\n`
    })
    return [`deploy/chart/templates/${name}.yaml`, head + fill.written(texts.join(''))]
  })
  return Object.fromEntries(files)
}

function serviceObjects(name: string, given: Container, fill: Fill): Entity[] {
  const metadata = { name, labels: labelsOf(name) }
  const own = { 'app.kubernetes.io/name': name }
  const probe = (path: string, more: object) => ({ httpGet: { path, port: 'admin' }, timeoutSeconds: 4, ...more })
  const container = {
    ...programOf(name, given, fill),
    ports,
    readinessProbe: probe('/readyz', { periodSeconds: 5, failureThreshold: 3 }),
    livenessProbe: probe('/healthz', { initialDelaySeconds: 30, periodSeconds: 10, failureThreshold: 6 }),
  }
  return [
    secretOf(name, given, fill),
    object('apps/v1', 'Deployment', metadata, {
      ...(name === 'gateway' ? {} : { replicas: fill.value(`replicas.${name}`) }),
      selector: { matchLabels: own },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      template: podOf(name, given, container, fill),
    }),
    object('v1', 'Service', metadata, { selector: own, ports: [{ name: 'http', port: 8080, targetPort: 'http' }] }),
    object('policy/v1', 'PodDisruptionBudget', metadata, { maxUnavailable: 1, selector: { matchLabels: own } }),
  ]
}

/** Before everything else of a release, the lowest weight first. */
const hook = (weight: string) => ({
  'helm.sh/hook': 'pre-install,pre-upgrade',
  'helm.sh/hook-weight': weight,
  'helm.sh/hook-delete-policy': 'before-hook-creation,hook-succeeded',
})

/** The step of a service's database, before its new replicas; its secret and its files come before it. */
function migrationObjects(name: string, given: Container, fill: Fill): Entity[] {
  const step = `migrate-${name}`
  const { metadata, spec } = podOf(step, given, programOf(step, given, fill), fill)
  const secret = secretOf(step, given, fill)
  const job = { backoffLimit: 3, template: { metadata, spec: { ...spec, restartPolicy: 'Never' } } }
  return [
    { ...secret, metadata: { ...secret.metadata, annotations: hook('-10') } },
    object('batch/v1', 'Job', { name: step, labels: labelsOf(step), annotations: hook('-5') }, job),
  ]
}

/** Idles until `kubectl exec deploy/operator -- node packages/local/src/operator.ts …`. */
function operatorObjects(given: Container, fill: Fill): Entity[] {
  const container = { ...programOf('operator', given, fill), command: ['sleep', 'infinity'] }
  return [
    secretOf('operator', given, fill),
    object(
      'apps/v1',
      'Deployment',
      { name: 'operator', labels: labelsOf('operator') },
      {
        replicas: 1,
        selector: { matchLabels: { 'app.kubernetes.io/name': 'operator' } },
        template: podOf('operator', given, container, fill),
      },
    ),
  ]
}

function secretOf(name: string, { environment = {} }: Container, fill: Fill) {
  const own = Object.entries(environment).filter(([variable]) => isSecret(variable))
  const stringData = Object.fromEntries(own.map(([variable, text]) => [variable, fill.text(outside(text))]))
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, labels: labelsOf(name) }, type: 'Opaque', stringData }
}

function programOf(name: string, { image, command, environment = {}, mem_limit }: Container, fill: Fill) {
  const open = Object.entries(environment).filter(([variable]) => !isSecret(variable))
  const mounts = open.filter(([, value]) => value.startsWith('/etc/rank-tracker/'))
  const files = mounts.map(([, mountPath]) => ({
    name: 'files',
    mountPath,
    subPath: mountPath.split('/').at(-1),
    readOnly: true,
  }))
  const memory = `${Number.parseInt(mem_limit, 10)}${mem_limit.endsWith('g') ? 'Gi' : 'Mi'}`
  return {
    name,
    image: fill.text(image),
    ...(command ? { command } : {}),
    env: open.map(([variable, text]) => ({ name: variable, value: fill.text(outside(text)) })),
    envFrom: [{ secretRef: { name } }],
    resources: { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory } },
    securityContext: locked,
    volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }, ...files],
  }
}

function podOf(name: string, given: Container, container: { volumeMounts: { name: string }[] }, fill: Fill) {
  const members = Object.fromEntries(given.networks.map((network) => [`rank-tracker/${network}`, 'true']))
  const hasFiles = container.volumeMounts.some((mount) => mount.name === 'files')
  const source = name.startsWith('migrate-') ? 'migration-files' : 'files'
  const files = hasFiles ? [{ name: 'files', configMap: { name: source } }] : []
  return {
    metadata: { labels: { ...labelsOf(name), ...members }, annotations: { 'rank-tracker/values': fill.checksum() } },
    spec: {
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: unprivileged,
      terminationGracePeriodSeconds: Number.parseInt(given.stop_grace_period ?? '30', 10),
      containers: [container],
      volumes: [{ name: 'tmp', emptyDir: { medium: 'Memory' } }, ...files],
    },
  }
}

/** The operator's own plans and prices, and who signed the certificates of their database and broker. */
function filesObject(fill: Fill): Entity {
  const data = {
    'plans.json': fill.value('files.plans'),
    'prices.json': fill.value('files.prices'),
    'authorities.pem': fill.value('files.authorities'),
  }
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'files' }, data }
}

function scaler(fill: Fill): Entity {
  const target = { type: 'Utilization', averageUtilization: 70 }
  return object(
    'autoscaling/v2',
    'HorizontalPodAutoscaler',
    { name: 'gateway' },
    {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'gateway' },
      minReplicas: fill.value('replicas.gateway'),
      maxReplicas: fill.value('replicas.gatewayAtMost'),
      metrics: [{ type: 'Resource', resource: { name: 'cpu', target } }],
    },
  )
}

/** The public door, for a cluster that has a controller of such objects. */
function ingress(fill: Fill): Entity {
  const backend = { service: { name: 'gateway', port: { name: 'http' } } }
  const host = fill.value('ingress.host')
  const spec = {
    ingressClassName: fill.value('ingress.className'),
    tls: [{ hosts: [fill.value('ingress.host')], secretName: fill.value('ingress.tlsSecret') }],
    rules: [{ host, http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
  }
  return { when: '.Values.ingress.host', ...object('networking.k8s.io/v1', 'Ingress', { name: 'gateway' }, spec) }
}

function raise(message: string): never {
  throw new Error(message)
}
