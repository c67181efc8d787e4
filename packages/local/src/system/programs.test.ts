import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { builtServices, services, upstreamNames, urlVariable } from '@rts/shared/contract/services'
import { afterAll, describe, expect, it } from 'vitest'
import { openDataFolder } from './data-folder.ts'
import { type Ports, programsOf } from './programs.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-programs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The environment of one service of a local system. */
function envOf(service: string, env: NodeJS.ProcessEnv): Record<string, string> | undefined {
  const pair = { port: 1, adminPort: 2 }
  const entries = ['sandbox', ...builtServices].map((name) => [name, pair])
  // safe because these are the names of all programs
  const ports = Object.fromEntries(entries) as Ports
  const server = { databaseUrl: (name: string) => `postgresql://localhost/${name}`, natsUrl: 'nats://localhost' }
  const around = { data: openDataFolder(folder), ports, ...server, callerKeys: 'k1:a-secret-of-this-system', env }
  return programsOf(around).find(({ name }) => name === service)?.env
}

describe('the gateway of a local system', () => {
  it('mails support of revoked keys, at the address that the user set', () => {
    expect(envOf('gateway', {})?.SUPPORT_EMAIL).toBe('support@localhost.test')
    expect(envOf('gateway', { SUPPORT_EMAIL: 'ops@example.com' })?.SUPPORT_EMAIL).toBe('ops@example.com')
  })
})

it('services fetch from the places that the user set, and in production from none of them', () => {
  const set = { HOST_OVERRIDES: 'shop.example=127.0.0.1:4000', FETCH_PORTS: '80,443,4000' }
  expect(envOf('projects', set)).toMatchObject(set)
  expect(envOf('content', {})?.HOST_OVERRIDES).toMatch(/^\*\.sandbox\.example=127\.0\.0\.1:\d+$/)
  expect(envOf('projects', { ...set, NODE_ENV: 'production' })).not.toHaveProperty('HOST_OVERRIDES')
})

it('the gateway is told where its database, the broker and each built service behind it are', () => {
  const env = envOf('gateway', {})
  for (const name of upstreamNames)
    expect([name, urlVariable(name) in (env ?? {})]).toEqual([name, services[name].isBuilt])
  expect(env).toMatchObject({ DATABASE_URL: 'postgresql://localhost/gateway', NATS_URL: 'nats://localhost' })
})
