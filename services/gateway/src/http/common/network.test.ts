import { describe, expect, it } from 'vitest'
import { clientAddress, networkOf, parseAddress } from './network.ts'

const key = 'secret'
const isSame = (a: string, b: string) => networkOf(a, key).hash === networkOf(b, key).hash

describe('the network of an address', () => {
  it('is the exact address for IPv4, also when it is written inside IPv6', () => {
    expect(isSame('203.0.113.7', '203.0.113.8')).toBe(false)
    expect(isSame('203.0.113.7', '::ffff:203.0.113.7')).toBe(true)
    expect(isSame('203.0.113.7', '::ffff:cb00:7107')).toBe(true)
  })

  it('is the /64 for IPv6, whichever way it is written', () => {
    expect(isSame('2001:db8:1:2::1', '2001:0DB8:0001:0002:ffff::9')).toBe(true)
    expect(isSame('2001:db8:1:2::1', '2001:db8:1:3::1')).toBe(false)
    expect(isSame('fe80::1%eth0', 'fe80::2')).toBe(true)
  })

  it('has the /48 around an IPv6 one', () => {
    const area = (address: string) => networkOf(address, key).area
    expect(area('2001:db8:1:2::1')).toBe(area('2001:db8:1:ffff::1'))
    expect(area('2001:db8:1:2::1')).not.toBe(area('2001:db8:2:2::1'))
    expect(area('203.0.113.7')).toBeNull()
  })

  it('cannot be computed without the key, and shows people the coarse place alone', () => {
    expect(networkOf('203.0.113.7', 'other').hash).not.toBe(networkOf('203.0.113.7', key).hash)
    expect(networkOf('203.0.113.7', key).from).toBe('203.0.113.0/24')
    expect(networkOf('2001:db8:1:2::1', key).from).toBe('2001:db8:1::/48')
  })

  it.each(['', '1.2.3', '0x7f.1', '1.2.3.256', '1::2::3', '1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7', 'g::1', 'unix:'])(
    'does not read %j as an address',
    (text) => expect(parseAddress(text)).toBeNull(),
  )
})

describe('the address of a client', () => {
  it('is the socket’s where no proxy is trusted', () => {
    expect(clientAddress('192.0.2.1', '203.0.113.7', 0)).toBe('192.0.2.1')
  })

  it('is what the trusted proxies wrote, never what the client wrote', () => {
    expect(clientAddress('10.0.0.1', '198.51.100.9, 203.0.113.7', 1)).toBe('203.0.113.7')
    expect(clientAddress('10.0.0.1', '198.51.100.9, 203.0.113.7, 10.0.0.2', 2)).toBe('203.0.113.7')
  })

  it('is the socket’s where the header is missing or holds no address', () => {
    expect(clientAddress('10.0.0.1', undefined, 1)).toBe('10.0.0.1')
    expect(clientAddress('10.0.0.1', 'unknown', 1)).toBe('10.0.0.1')
  })
})
