import { createHash } from 'node:crypto'
import type { Entity, Fill } from './chart-fill.ts'
import { deploymentOf, labelsOf, podOf, serviceOf } from './chart-pod.ts'
import type { Container } from './compose-file.ts'

const name = 'nats'
const port = { name: 'broker', containerPort: 4222 }

/** The broker of compose, unless `NATS_HOST` names the operator's own. It keeps nothing. */
export function brokerObjects({ command: args, ...given }: Container, configuration: string, fill: Fill): Entity[] {
  // Another configuration is another object: its pod is replaced.
  const volume = `${name}-${createHash('sha256').update(configuration).digest('hex').slice(0, 8)}`
  const probe = (more: object) => ({ tcpSocket: { port: port.name }, ...more })
  const more = {
    args,
    ports: [port],
    readinessProbe: probe({ periodSeconds: 5 }),
    livenessProbe: probe({ periodSeconds: 10, failureThreshold: 6 }),
  }
  const files = [{ volume, mountPath: '/etc/nats/nats.conf', subPath: 'nats.conf' }]
  const metadata = { name: volume, labels: labelsOf(name) }
  const objects: Entity[] = [
    { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { 'nats.conf': configuration } },
    deploymentOf(name, podOf(given, { name, files, more }, fill), { replicas: 1 }),
    serviceOf(name, { port: port.containerPort, targetPort: port.name }),
  ]
  return objects.map((each) => ({ ...each, when: 'not .Values.env.NATS_HOST' }))
}
