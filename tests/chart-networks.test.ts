import { BlockList } from 'node:net'
import { operationEntries } from '@rts/shared/contract/table'
import { expect, it } from 'vitest'
import { type Entity, find, objects, rendered } from './support/chart/rendered.ts'

it('leads out where compose’s networks do, and nowhere else', () => {
  const isOut = (rule: { to?: { ipBlock?: object }[] }) => rule.to?.some(({ ipBlock }) => ipBlock) ?? false
  const open = (all: readonly Entity[]) =>
    all.flatMap(({ kind, metadata, spec }) =>
      kind === 'NetworkPolicy' && (Object(spec).egress ?? []).some(isOut) ? [metadata.name] : [],
    )
  expect(open(objects)).toEqual(['outside-out'])
  expect(open(rendered({ env: { MAIL_INTERNAL: 'false' } }))).toEqual(['outside-out', 'mail-out'])
  expect(find(objects, 'NetworkPolicy', 'closed').spec).toMatchObject({ policyTypes: ['Ingress', 'Egress'] })
  expect(find(objects, 'NetworkPolicy', 'closed').spec.ingress).toBeUndefined()
  const [ipv4, ipv6] = find(objects, 'NetworkPolicy', 'outside-out').spec.egress[0].to
  expect(isLeftOut(ipv4.ipBlock.except, ['10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254'])).toBe(true)
  expect(isLeftOut(ipv4.ipBlock.except, ['1.1.1.1'])).toBe(false)
  expect(isLeftOut(ipv6.ipBlock.except, ['fd00:ec2::254', 'fe80::1'])).toBe(true)
})

it('lets only the ingress controller’s and the monitoring’s namespace in', () => {
  const from = (name: string) => find(objects, 'NetworkPolicy', name).spec.ingress[0].from
  const namespace = (name: string) => ({
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
  })
  expect(from('edge')).toEqual([namespace('ingress-nginx')])
  expect(from('metrics')).toEqual([namespace('monitoring')])
})

it('takes the largest body of a call at its door', () => {
  const largest = Math.max(...operationEntries().map(([, { http }]) => http?.bodyLimitBytes ?? 0))
  const size = find(objects, 'Ingress', 'gateway').metadata.annotations['nginx.ingress.kubernetes.io/proxy-body-size']
  expect(Number.parseInt(size, 10) * 2 ** 20).toBeGreaterThan(largest)
})

function isLeftOut(networks: readonly string[], addresses: readonly string[]): boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), address.includes(':') ? 'ipv6' : 'ipv4')
  }
  return addresses.every((address) => list.check(address, address.includes(':') ? 'ipv6' : 'ipv4'))
}
