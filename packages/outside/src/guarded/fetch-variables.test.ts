import { readConfig } from '@rts/shared/config'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { fetchVariables, hostOverrideIssues } from './fetch-variables.ts'
import { placeOf } from './url.ts'

const read = (env: Record<string, string>) => readConfig(z.object(fetchVariables), env)
const issues = (list: string, rest: { NODE_ENV?: string; SANDBOX_URL?: string } = {}) =>
  hostOverrideIssues({
    NODE_ENV: 'development',
    ...rest,
    HOST_OVERRIDES: read({ HOST_OVERRIDES: list }).HOST_OVERRIDES,
  })

it('reads names with the place where each is served', () => {
  const { HOST_OVERRIDES } = read({ HOST_OVERRIDES: 'demo.sandbox.example=127.0.0.1:4010, Shop.test=[::1]:80' })
  expect([...HOST_OVERRIDES]).toEqual([
    ['demo.sandbox.example', { address: '127.0.0.1', port: 4010 }],
    ['shop.test', { address: '::1', port: 80 }],
  ])
})

it('reads all names below one, of which a single name may be elsewhere', () => {
  const { HOST_OVERRIDES } = read({ HOST_OVERRIDES: '*.sandbox.example=127.0.0.1:1,demo.sandbox.example=127.0.0.1:2' })
  const portOf = (host: string) => placeOf(HOST_OVERRIDES, host)?.port
  expect(['a.sandbox.example', 'a.b.sandbox.example', 'demo.sandbox.example'].map(portOf)).toEqual([1, 1, 2])
  for (const host of ['sandbox.example', 'notsandbox.example', 'sandbox.example.com', ''])
    expect(portOf(host)).toBe(undefined)
})

it('without the variables nothing is overridden, and the two ports of the web are asked', () => {
  const { HOST_OVERRIDES, FETCH_PORTS } = read({})
  expect([HOST_OVERRIDES.size, ...FETCH_PORTS]).toEqual([0, 80, 443])
  expect([...read({ FETCH_PORTS: '80,443,8080' }).FETCH_PORTS]).toEqual([80, 443, 8080])
})

it.each([
  'example.com=127.0.0.1:80',
  'example=127.0.0.1:80',
  '*.example=127.0.0.1:80',
  'notexample=127.0.0.1:80',
  'a.example.com=127.0.0.1:80',
  'a.example=127.0.0.1',
  'a.example=127.0.0.1:99999',
  'a.example',
  'a.localhost=::1:80',
])('refuses %s: only reserved names, with address and port', (list) =>
  expect(() => read({ HOST_OVERRIDES: list })).toThrow(/HOST_OVERRIDES: must be/),
)

it('leads to this machine or to the host of the sandbox, nowhere else', () => {
  expect(issues('a.example=127.0.0.1:1,b.example=[::1]:1')).toEqual([])
  expect(issues('a.example=sandbox:4010', { SANDBOX_URL: 'http://sandbox:4010' })).toEqual([])
  for (const place of ['10.0.0.5:80', 'postgres:5432', '[2606:4700::1111]:80', 'sandbox:4010'])
    expect(issues(`a.example=${place}`), place).toEqual([
      { variable: 'HOST_OVERRIDES', message: expect.stringMatching(/^a\.example must lead/) },
    ])
})

it('is refused in production, and only when it is there', () => {
  expect(issues('a.example=127.0.0.1:1', { NODE_ENV: 'production' })).toEqual([
    { variable: 'HOST_OVERRIDES', message: 'is refused in production' },
  ])
  expect(issues('', { NODE_ENV: 'production' })).toEqual([])
})
