import { z } from 'zod'

const labels = z.record(z.string(), z.string())
const expressions = z.array(z.object({ key: z.string(), operator: z.literal('In'), values: z.array(z.string()) }))
const named = z.array(z.looseObject({ name: z.string() }))
const asked = z.looseObject({ port: z.unknown() }).optional()
const probe = z.looseObject({ httpGet: asked, tcpSocket: asked }).optional()
const variable = z.looseObject({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z.looseObject({ secretKeyRef: z.looseObject({ name: z.string(), key: z.string() }) }).optional(),
})
const container = z.looseObject({
  env: z.array(variable).default([]),
  ports: named.default([]),
  volumeMounts: z
    .array(z.looseObject({ name: z.string(), mountPath: z.string(), subPath: z.string().optional() }))
    .default([]),
  startupProbe: probe,
  readinessProbe: probe,
  livenessProbe: probe,
  resources: z.unknown().optional(),
  securityContext: z.unknown().optional(),
})
const pod = z.object({
  metadata: z.looseObject({ labels }),
  spec: z.looseObject({
    securityContext: z.unknown().optional(),
    containers: z.array(container).length(1),
    volumes: z
      .array(
        z.looseObject({
          name: z.string(),
          configMap: z.looseObject({ name: z.string() }).optional(),
          emptyDir: z.looseObject({ sizeLimit: z.string() }).optional(),
        }),
      )
      .default([]),
  }),
})
const object = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), annotations: labels.default({}) }),
  spec: z
    .looseObject({
      template: z.unknown().optional(),
      selector: z.unknown().optional(),
      podSelector: z.unknown().optional(),
    })
    .optional(),
})
type Entity = z.output<typeof object>
type Workload = { name: string; entity: Entity; pod: z.output<typeof pod> }

/** The faults of the objects of a release: every name that one of them says must be another's, and none has more rights than in compose. */
export function faultsOf(given: readonly unknown[]): string[] {
  const objects = given.map((each) => object.parse(each))
  const find = (kind: string, name: unknown) =>
    objects.find((each) => each.kind === kind && each.metadata.name === name)
  const workloads = objects.flatMap((entity) =>
    entity.spec?.template ? [{ name: entity.metadata.name, entity, pod: pod.parse(entity.spec.template) }] : [],
  )
  const selected = (selector: unknown) => {
    const { matchExpressions = [], matchLabels = matchExpressions.length > 0 ? {} : selector } = Object(selector)
    const wanted: [string, string[]][] = [
      ...Object.entries(labels.parse(matchLabels)).map(([key, value]): [string, string[]] => [key, [value]]),
      ...expressions.parse(matchExpressions).map(({ key, values }): [string, string[]] => [key, values]),
    ]
    return workloads.filter(({ pod: { metadata } }) =>
      wanted.every(([key, among]) => among.includes(metadata.labels[key] ?? '')),
    )
  }
  const hasPort = ({ pod: { spec } }: Workload, port: unknown) =>
    spec.containers.some(({ ports }) => ports.some(({ name }) => name === port))
  const serves = (address: string) => {
    const { hostname, port } = new URL(address)
    const service = find('Service', hostname)
    return Object(service?.spec).ports?.some((one: { port: number }) => one.port === Number(port || 80))
  }

  const ofObjects = objects.flatMap(({ kind, metadata, spec }) => {
    const faults: string[] = []
    const say = (isRight: boolean, text: string) => void (isRight || faults.push(`${kind} ${metadata.name}: ${text}`))
    const selector = kind === 'NetworkPolicy' ? spec?.podSelector : spec?.selector
    if (selector) say(selected(selector).length > 0, 'selects no pod')
    if (kind === 'Service')
      for (const { targetPort } of Object(spec).ports)
        say(
          selected(selector).every((each) => hasPort(each, targetPort)),
          `no port ${targetPort}`,
        )
    if (kind === 'NetworkPolicy')
      for (const { ports = [] } of Object(spec).ingress ?? [])
        for (const { port } of ports)
          say(
            selected(selector).some((each) => hasPort(each, port)),
            `no port ${port}`,
          )
    if (kind === 'HorizontalPodAutoscaler') {
      const { name, kind: target } = Object(spec).scaleTargetRef
      say(find(target, name) !== undefined, `no ${target} ${name}`)
    }
    if (kind === 'Ingress')
      for (const { http } of Object(spec).rules)
        for (const { backend } of http.paths) {
          const service = find('Service', backend.service.name)
          const ports: { name: string }[] = Object(service?.spec).ports ?? []
          say(
            ports.some(({ name }) => name === backend.service.port.name),
            'leads to no port of a service',
          )
        }
    return faults
  })
  // A pod with two budgets cannot be evicted.
  const ofBudgets = workloads.flatMap((workload) => {
    const { length } = objects.filter(
      ({ kind, spec }) => kind === 'PodDisruptionBudget' && selected(spec?.selector).includes(workload),
    )
    return hasPort(workload, 'http') && length !== 1 ? [`${workload.name} has ${length} budgets`] : []
  })
  return [...ofObjects, ...ofBudgets, ...workloads.flatMap((workload) => workloadFaults(workload, find, serves))]
}

function workloadFaults(
  workload: Workload,
  find: (kind: string, name: unknown) => Entity | undefined,
  serves: (address: string) => boolean,
): string[] {
  const { name, entity, pod } = workload
  const faults: string[] = []
  const say = (isRight: boolean, text: string) => void (isRight || faults.push(`${entity.kind} ${name}: ${text}`))
  say(
    Object(pod.spec.securityContext).runAsNonRoot === true && Object(pod.spec.securityContext).runAsUser > 0,
    'may run as root',
  )
  for (const { name: volume, configMap } of pod.spec.volumes)
    if (configMap) say(find('ConfigMap', configMap.name) !== undefined, `volume ${volume} has no config map`)
  for (const one of pod.spec.containers) {
    const { securityContext, resources, volumeMounts, startupProbe, readinessProbe, livenessProbe } = one
    const rights = Object(securityContext)
    say(rights.readOnlyRootFilesystem === true && rights.allowPrivilegeEscalation === false, 'may write or gain rights')
    say(String(rights.capabilities?.drop) === 'ALL', 'has capabilities')
    say(/^\d+[GM]i$/.test(Object(resources).limits?.memory), 'has no limit of memory')
    if (one.ports.length > 0) say(readinessProbe !== undefined && livenessProbe !== undefined, 'has no probe')
    say(Object(resources).requests?.memory !== undefined, 'asks for no memory')
    for (const probe of [startupProbe, readinessProbe, livenessProbe])
      for (const { port } of [probe?.httpGet ?? [], probe?.tcpSocket ?? []].flat())
        say(
          one.ports.some(({ name }) => name === port),
          `no port ${port} for a probe`,
        )
    one.env.forEach(({ value = '', valueFrom }, i) => {
      for (const [, part] of value.matchAll(/\$\((\w+)\)/g))
        say(
          one.env.slice(0, i).some(({ name }) => name === part),
          `no variable ${part} before its use`,
        )
      if (!valueFrom) return
      const { name: from, key } = valueFrom.secretKeyRef
      const secret = find('Secret', from)
      say(secret !== undefined, `no secret ${from}`)
      say(!secret || key in Object(secret.stringData), `no ${key} in the secret ${from}`)
      say(!secret || comesBefore(secret, entity), `its secret ${from} comes after it`)
    })
    for (const { name: volume, subPath } of volumeMounts) {
      const source = pod.spec.volumes.find((each) => each.name === volume)
      say(source !== undefined, `no volume ${volume}`)
      const data = source?.configMap && Object(find('ConfigMap', source.configMap.name)).data
      if (data) say(subPath !== undefined && subPath in data, `no file ${subPath}`)
    }
    for (const { name: variable, value = '' } of one.env)
      if (/^(?!PUBLIC)\w+_URL$/.test(variable) && /^http:\/\/[a-z]+:/.test(value))
        say(serves(value), `${variable} leads to no service`)
  }
  return faults
}

/** Whether Helm makes an object before another: hooks before a release by weight, then the release, then hooks after it. */
function comesBefore(first: Entity, second: Entity): boolean {
  const place = ({ metadata: { annotations } }: Entity) => {
    const hook = annotations['helm.sh/hook']
    const phase = hook === undefined ? 0 : hook.startsWith('pre-') ? -1_000 : 1_000
    return phase + Number(annotations['helm.sh/hook-weight'] ?? 0)
  }
  const isOfRelease = (entity: Entity) => place(entity) === 0
  return place(first) < place(second) || (isOfRelease(first) && isOfRelease(second))
}
