/** A fault: in which object, where, and what rules or schema say of it; without a value the field is missing. */
export type Fault = { title: string; kind: string; name: string; at: string; value?: unknown; said: RegExp }

const pod = 'spec.template.spec'
const container = `${pod}.containers.0`
const fault = (title: string, [kind = '', name = '']: string[], at: string, said: RegExp, value?: unknown): Fault => ({
  title,
  kind,
  name,
  at,
  value,
  said,
})
const mcp = ['Deployment', 'mcp']
const budget = ['PodDisruptionBudget', 'services']
/** A variable of a container, found by its name. */
const keyOf = (name: string, part: string) => `${container}.env.${name}.valueFrom.secretKeyRef.${part}`

/** Mistakes of the kinds that a real API server refuses, and those that it accepts and that then do not work. */
export const faults: readonly Fault[] = [
  fault('a field that does not exist', mcp, `${container}.volumeMount`, /volumeMount/, []),
  fault('a text where a number belongs', mcp, 'spec.replicas', /replicas/, 'two'),
  fault('a service of no pod', ['Service', 'mcp'], 'spec.selector', /selects no pod/, { app: 'mcp' }),
  fault('a service’s port of no container', ['Service', 'mcp'], 'spec.ports.0.targetPort', /no port htpp/, 'htpp'),
  fault('a probe’s port of no container', mcp, `${container}.livenessProbe.httpGet.port`, /no port amdin/, 'amdin'),
  fault('a secret that is nowhere', mcp, keyOf('CALLER_KEY', 'name'), /no secret mpc/, 'mpc'),
  fault('a key that its secret lacks', mcp, keyOf('CALLER_KEY', 'key'), /no MPC in/, 'MPC'),
  fault(
    'a part that is nowhere',
    mcp,
    `${container}.env.NATS_URL.value`,
    /no variable NATS_MPC/,
    'nats://mcp:$(NATS_MPC)@nats',
  ),
  fault(
    'a secret that comes after its step',
    ['Secret', 'migrations'],
    'metadata.annotations.helm/sh/hook-weight',
    /comes after/,
    '0',
  ),
  fault('a config map that is nowhere', mcp, `${pod}.volumes.1.configMap.name`, /no config map/, 'file'),
  fault('a file that the config map lacks', mcp, `${container}.volumeMounts.1.subPath`, /no file plan/, 'plan.json'),
  fault('an address of no service', ['Service', 'research'], 'metadata.name', /RESEARCH_URL leads to no/, 'reserach'),
  fault(
    'a scaler of nothing',
    ['HorizontalPodAutoscaler', 'gateway'],
    'spec.scaleTargetRef.name',
    /no Deployment gate/,
    'gate',
  ),
  fault('a budget of no pod', budget, 'spec.selector', /selects no pod/, { matchLabels: { app: 'mcp' } }),
  fault(
    'a budget that leaves a service out',
    budget,
    'spec.selector.matchExpressions.0.values.0',
    /gateway has 0 budgets/,
    '',
  ),
  fault('a rule for no pod', ['NetworkPolicy', 'edge'], 'spec.podSelector', /selects no pod/, {
    matchLabels: { edge: 'true' },
  }),
  fault('no request for memory', ['Deployment', 'nats'], `${container}.resources.requests`, /asks for no memory/),
  fault('no limit of memory', mcp, `${container}.resources.limits`, /no limit of memory/),
  fault(
    'a file system that is written to',
    ['Job', 'migrate-content'],
    `${container}.securityContext.readOnlyRootFilesystem`,
    /may write/,
  ),
  fault('the user root', ['Deployment', 'operator'], `${pod}.securityContext.runAsUser`, /may run as root/, 0),
  fault('no probe', mcp, `${container}.readinessProbe`, /has no probe/),
  fault(
    'a door to no port',
    ['Ingress', 'gateway'],
    'spec.rules.0.http.paths.0.backend.service.port.name',
    /leads to no port/,
    'web',
  ),
]

/** Plants a fault in a copy of the objects. */
export function planted<T extends { kind: string; metadata: { name: string } }>(
  objects: readonly T[],
  { kind, name, at, value }: Fault,
): T[] {
  const changed = structuredClone([...objects])
  // Names of annotations have dots of their own.
  const path = at.replace('helm/sh/', 'helm.sh/').split(/\.(?!sh\/)/)
  const last = path.pop() ?? ''
  const target = changed.find((one) => one.kind === kind && one.metadata.name === name)
  const inside = (inner: unknown, key: string) =>
    Object(inner)[key] ?? (Array.isArray(inner) ? inner.find((one) => one.name === key) : undefined)
  const holder = path.reduce(inside, target)
  if (typeof holder !== 'object' || holder === null) throw new Error(`${kind} ${name} has no ${at}`)
  if (value === undefined) Reflect.deleteProperty(holder, last)
  else Reflect.set(holder, last, value)
  return changed
}
