import { BlockList, isIP } from 'node:net'

/** IANA's special-purpose registry, multicast and the reserved range. */
const special4 = subnets('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
])

const unicast6 = subnets('ipv6', [['2000::', 3]])
const special6 = subnets('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
])

function subnets(family: 'ipv4' | 'ipv6', nets: [net: string, bits: number][]): BlockList {
  const list = new BlockList()
  for (const [net, bits] of nets) list.addSubnet(net, bits, family)
  return list
}

/** Only IPv6's unicast block is public: every form with an IPv4 address inside is refused. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special4.check(address, 'ipv4')
  // A zone (`%eth0`) names our network interface.
  if (family === 6) return !address.includes('%') && unicast6.check(address, 'ipv6') && !special6.check(address, 'ipv6')
  return false
}
