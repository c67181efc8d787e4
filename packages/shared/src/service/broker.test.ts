import { expect, it } from 'vitest'
import { natsOptions } from './broker.ts'

it('takes user and password out of the address, which the client would misread', () => {
  expect(natsOptions('nats://mcp:12%40b@broker:4222', 'mcp')).toEqual({
    servers: 'nats://broker:4222',
    name: 'mcp',
    inboxPrefix: '_INBOX.mcp',
    user: 'mcp',
    pass: '12@b',
  })
})

it('an address without a user stays without one', () => {
  expect(natsOptions('nats://127.0.0.1:4222', 'gateway')).toEqual({
    servers: 'nats://127.0.0.1:4222',
    name: 'gateway',
    inboxPrefix: '_INBOX.gateway',
  })
})

it('by tls:// the server has to prove its name, and no other speaks with it', () => {
  expect(natsOptions('tls://broker.test:4222', 'mcp')).toMatchObject({ servers: 'nats://broker.test:4222', tls: {} })
})
