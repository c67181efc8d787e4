import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openDataFolder } from './data-folder.ts'
import { programsOf } from './programs.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-programs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The environment of one service of a local system. */
function envOf(service: string, env: NodeJS.ProcessEnv): Record<string, string> | undefined {
  const pair = { port: 1, adminPort: 2 }
  const ports = { sandbox: pair, projects: pair, mcp: pair, gateway: pair }
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
  expect(envOf('projects', {})).not.toHaveProperty('HOST_OVERRIDES')
  expect(envOf('projects', { ...set, NODE_ENV: 'production' })).not.toHaveProperty('HOST_OVERRIDES')
})
