import { builtServices } from '@rts/shared/contract/services'
import { stringify } from 'yaml'
import { brokerObjects } from './chart-broker.ts'
import { type Entity, type Fill, templateFill } from './chart-fill.ts'
import { networkObjects } from './chart-networks.ts'
import { deploymentOf, nameLabel, object, podOf, serviceOf } from './chart-pod.ts'
import { secretKeys, secretOf } from './chart-secrets.ts'
import { stepsAfter, stepsBefore } from './chart-steps.ts'
import { type ComposeFile, type Container, parseCompose } from './compose-file.ts'

const ports = Object.entries({ http: 8080, admin: 9090 }).map(([name, containerPort]) => ({ name, containerPort }))
const probe = (path: string, more: object) => ({ httpGet: { path, port: 'admin' }, timeoutSeconds: 4, ...more })

/** All objects of the system, derived from docker-compose.yml and the broker's configuration. */
export function chartObjects(compose: ComposeFile, broker: string, fill: Fill): Record<string, Entity[]> {
  const of = (name: string) => compose.services[name] ?? raise(`no ${name} in docker-compose.yml`)
  return {
    files: [filesObject(fill)],
    secrets: [secretOf('environment', secretsOf([...builtServices, 'operator', 'nats'], of), fill)],
    steps: [...stepsBefore(of, fill), ...stepsAfter(of, fill)],
    networks: networkObjects(compose, fill),
    ...Object.fromEntries(builtServices.map((name) => [name, serviceObjects(name, of(name), fill)])),
    operator: [operator(of('operator'), fill)],
    broker: brokerObjects(of('nats'), broker, fill),
    scale: [scaler(fill), budget(), ingress(fill)],
  }
}

/** The files of the chart, which has the version of the program. */
export function chartOf(composeText: string, broker: string, version: string): Record<string, string> {
  const fill = templateFill()
  const head = '# Derived from docker-compose.yml by `npm run generate`. Not edited by hand.\n'
  const about = {
    apiVersion: 'v2',
    name: 'rank-tracker',
    description: 'The Rank Tracking Service, one release in a namespace of its own; Postgres is yours',
    type: 'application',
    version,
    appVersion: version,
  }
  const templates = Object.entries(chartObjects(parseCompose(composeText), broker, fill)).map(([name, objects]) => {
    const texts = objects.map(({ when, ...each }) => {
      const text = `---\n${stringify(each, { lineWidth: 0, aliasDuplicateObjects: false })}`
      return when === undefined ? text : `{{- if ${when} }}\n${text}{{- end }}\n`
    })
    return [`deploy/chart/templates/${name}.yaml`, head + fill.written(texts.join(''))]
  })
  return { 'deploy/chart/Chart.yaml': head + stringify(about), ...Object.fromEntries(templates) }
}

function serviceObjects(name: string, given: Container, fill: Fill): Entity[] {
  const more = {
    ports,
    startupProbe: probe('/healthz', { periodSeconds: 2, failureThreshold: 60 }),
    readinessProbe: probe('/readyz', { periodSeconds: 5, failureThreshold: 3 }),
    livenessProbe: probe('/healthz', { periodSeconds: 10, failureThreshold: 6 }),
  }
  // Of the gateways the scaler says how many.
  const replicas = name === 'gateway' ? {} : { replicas: fill.value(`replicas.${name}`) }
  return [
    deploymentOf(name, podOf(given, { name, more }, fill), replicas),
    serviceOf(name, { port: 8080, targetPort: 'http' }),
  ]
}

/** One for all: a drained machine gives up one replica after another, else its services start on the next one all at once. */
function budget(): Entity {
  const selector = { matchExpressions: [{ key: nameLabel, operator: 'In', values: builtServices }] }
  const spec = { maxUnavailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow', selector }
  return object('policy/v1', 'PodDisruptionBudget', { name: 'services' }, spec)
}

/** Idles until `kubectl exec deploy/operator -- node packages/local/src/operator.ts …`. */
function operator(given: Container, fill: Fill): Entity {
  const container = { ...given, command: ['sleep', 'infinity'] }
  return deploymentOf('operator', podOf(container, { name: 'operator' }, fill), { replicas: 1 })
}

/** The secrets of `.env` that these containers read, each once. */
function secretsOf(names: readonly string[], of: (name: string) => Container) {
  const all = names.flatMap((name) => secretKeys(of(name).environment))
  return all.filter(({ name }, i) => all.findIndex((other) => other.name === name) === i)
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
  const metadata = { name: 'gateway', annotations: fill.value('ingress.annotations') }
  return { when: '.Values.ingress.host', ...object('networking.k8s.io/v1', 'Ingress', metadata, spec) }
}

function raise(message: string): never {
  throw new Error(message)
}
