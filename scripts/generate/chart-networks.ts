import type { Entity, Fill } from './chart-fill.ts'
import type { ComposeFile } from './compose-file.ts'

const policy = (name: string, spec: object, more: object = {}): Entity => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name },
  spec,
  ...more,
})
const membersOf = (network: string) => ({ matchLabels: { [`rank-tracker/${network}`]: 'true' } })
const all = { matchLabels: { 'app.kubernetes.io/part-of': 'rank-tracker' } }

/** Compose's networks as rules: programs speak with each other inside a common network only, and only those that are not internal lead out. */
export function networkObjects({ networks }: ComposeFile, fill: Fill): Entity[] {
  const names = ['udp', 'tcp'].map((protocol) => ({ protocol: protocol.toUpperCase(), port: 53 }))
  // `door` is the balancer's own, and `edge` leads from it to the gateways: here a controller of the cluster has its place.
  const own = Object.entries(networks).filter(([name]) => name !== 'door' && name !== 'edge')
  const outTo = (...values: string[]) => ({
    podSelector: membersOf('inside'),
    policyTypes: ['Egress'],
    egress: [{ ports: values.map((value) => ({ port: fill.value(value) })) }],
  })
  const both = ['Ingress', 'Egress']
  return [
    policy('closed', { podSelector: all, policyTypes: both, egress: [{ ports: names }] }),
    policy('edge', {
      podSelector: membersOf('edge'),
      policyTypes: ['Ingress'],
      ingress: [{ from: fill.value('ingress.from'), ports: [{ port: 'http' }] }],
    }),
    ...own.map(([name]) => {
      const peers = [{ podSelector: membersOf(name) }]
      const rules = { ingress: [{ from: peers }], egress: [{ to: peers }] }
      return policy(name, { podSelector: membersOf(name), policyTypes: both, ...rules })
    }),
    // Postgres and the broker, which compose has on the same network.
    policy('servers', outTo('ports.database', 'ports.broker')),
    policy('traces', outTo('ports.traces'), { when: '.Values.env.OTLP_URL' }),
    // From `inside`, `servers` leads out.
    ...own.flatMap(([name, { internal }]) =>
      internal === true || name === 'inside' ? [] : [wayOut(name, internal, fill)],
    ),
    policy('metrics', {
      podSelector: all,
      policyTypes: ['Ingress'],
      ingress: [{ from: fill.value('metrics.from'), ports: [{ port: 'admin' }] }],
    }),
  ]
}

/** Out into the world; `egress` of values.yaml says where to: no machine of the operator's own for those that read pages of strangers. */
function wayOut(name: string, internal: string | boolean | undefined, fill: Fill): Entity {
  const spec = { podSelector: membersOf(name), policyTypes: ['Egress'], egress: [{ to: fill.value(`egress.${name}`) }] }
  const [, variable] = /^\$\{(\w+):-true\}$/.exec(String(internal)) ?? []
  const when = variable === undefined ? {} : { when: `eq (toString .Values.env.${variable}) "false"` }
  return policy(`${name}-out`, spec, when)
}
