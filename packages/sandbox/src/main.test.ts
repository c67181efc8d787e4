import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { call } from './testing/client.ts'

const main = new URL('./main.ts', import.meta.url).pathname

function run(env: Record<string, string>) {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { child, exited: once(child, 'exit') }
}

it('says where it listens in one JSON line, on loopback, and stops on SIGTERM though a call is open', async () => {
  const { child, exited } = run({ SANDBOX_DAY: '2026-03-01' })
  const [line] = await once(createInterface(child.stdout), 'line')
  const { url } = z.strictObject({ ready: z.literal(true), url: z.url() }).parse(JSON.parse(String(line)))
  expect(new URL(url).hostname).toBe('127.0.0.1')
  expect((await call(`${url}/healthz`)).json()).toEqual({ ok: true, day: '2026-03-01' })
  await call(`${url}/control/fail`, 'POST', { provider: 'serpapi', mode: 'timeout' })
  const open = call(`${url}/serpapi/search?q=x&api_key=k`).catch(() => 'ended')
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  expect(await open).toBe('ended')
})

it('does not start on a bad variable, and names it', async () => {
  const { child, exited } = run({ SANDBOX_DAY: 'tomorrow' })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += String(chunk)
  })
  expect((await exited)[0]).toBe(1)
  expect(said).toMatch('SANDBOX_DAY')
})
