import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { builtServices } from '@rts/shared/contract/services'
import { afterAll, expect, it } from 'vitest'
import { freePort } from '../ports.ts'
import type { Ports, Program } from './programs.ts'
import { startPrograms } from './start-programs.ts'

const logs = mkdtempSync(path.join(tmpdir(), 'rank-tracker-programs-'))
afterAll(() => rmSync(logs, { recursive: true, force: true }))

async function portsWith(known: Partial<Ports> = {}): Promise<Ports> {
  const ports: Partial<Ports> = {}
  for (const name of ['sandbox', ...builtServices] as const)
    ports[name] = known[name] ?? { port: await freePort(), adminPort: await freePort() }
  // safe because each program has just got its ports
  return ports as Ports
}

/** Two sandboxes, one in the place of a service. */
function programsOn({ sandbox, gateway }: Ports): Program[] {
  return [
    { name: 'sandbox', ...sandboxOn(sandbox.port) },
    { name: 'gateway', ...sandboxOn(gateway.port) },
  ]
}

function sandboxOn(port: number) {
  const env = { PORT: String(port) }
  return { entry: 'packages/sandbox/src/main.ts', readyUrls: [`http://127.0.0.1:${port}/healthz`], env }
}

async function otherProgram() {
  const server = createServer()
  server.listen(await freePort(), '127.0.0.1')
  await once(server, 'listening')
  return { port: Object(server.address()).port, close: () => once(server.close(), 'close') }
}

it('a port that another program takes before ours listens is given up: all start again on other ports', async () => {
  const other = await otherProgram()
  const gateway = { port: await freePort(), adminPort: await freePort() }
  const lost = await portsWith({ gateway, sandbox: { port: other.port, adminPort: await freePort() } })
  const chosen = [lost, await portsWith({ gateway })]
  const said: string[] = []
  const choosePorts = async () => chosen.shift() ?? portsWith({ gateway })
  const { ports, running } = await startPrograms({ choosePorts, programsOn, logs, say: (line) => said.push(line) })
  expect(ports.sandbox.port).not.toBe(other.port)
  expect(ports.gateway.port).toBe(gateway.port)
  for (const url of programsOn(ports).flatMap(({ readyUrls }) => readyUrls)) expect((await fetch(url)).status).toBe(200)
  expect(said).toHaveLength(1)
  await Promise.all(running.map((program) => program.stop()))
  await other.close()
})

it('a start that a bad variable ends names it', async () => {
  const env = { PORT: 'none', SANDBOX_DAY: 'yesterday' }
  const programsOn = () => [{ name: 'sandbox', entry: 'packages/sandbox/src/main.ts', readyUrls: [], env }]
  const start = startPrograms({ choosePorts: () => portsWith(), programsOn, logs, say: () => {} })
  await expect(start).rejects.toThrow(/PORT: must be a whole number\n {2}SANDBOX_DAY: /)
})

it('a port that the user set and another program has ends the start at once, and stops what runs', async () => {
  const other = await otherProgram()
  const gateway = { port: other.port, adminPort: await freePort() }
  const chosen: Ports[] = []
  const choosePorts = async () => {
    const ports = await portsWith({ gateway })
    chosen.push(ports)
    return ports
  }
  const said: string[] = []
  const start = startPrograms({ choosePorts, programsOn, logs, say: (line) => said.push(line) })
  await expect(start).rejects.toThrow(/gateway did not start/)
  expect(said).toEqual([])
  for (const { sandbox } of chosen) await expect(fetch(`http://127.0.0.1:${sandbox.port}/healthz`)).rejects.toThrow()
  await other.close()
})
