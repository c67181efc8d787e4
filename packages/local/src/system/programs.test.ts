import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openDataFolder } from './data-folder.ts'
import { programsOf } from './programs.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-programs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The environment of the gateway of a local system. */
function gatewayEnv(env: NodeJS.ProcessEnv): Record<string, string> | undefined {
  const pair = { port: 1, adminPort: 2 }
  const ports = { sandbox: pair, projects: pair, mcp: pair, gateway: pair }
  const server = { databaseUrl: (name: string) => `postgresql://localhost/${name}`, natsUrl: 'nats://localhost' }
  const around = { data: openDataFolder(folder), ports, ...server, callerKeys: 'k1:a-secret-of-this-system', env }
  return programsOf(around).find(({ name }) => name === 'gateway')?.env
}

describe('the gateway of a local system', () => {
  it('mails support of revoked keys, at the address that the user set', () => {
    expect(gatewayEnv({})?.SUPPORT_EMAIL).toBe('support@localhost.test')
    expect(gatewayEnv({ SUPPORT_EMAIL: 'ops@example.com' })?.SUPPORT_EMAIL).toBe('ops@example.com')
  })
})
