import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@rts/local/ports'
import { until } from '@rts/local/testing/until'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packPython, pythonBuilder } from '../scripts/release/pack.ts'
import { installPacked, theirPath } from './support/packed.ts'

const packages = path.resolve(import.meta.dirname, '..', 'packages')
const env = { PATH: theirPath }
const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`
const event = JSON.stringify({ type: 'rank.changed', data: { changes: [{ keyword: 'coffee beans' }] } })

/** The first of some programs that is of a version; `.ci/run` has all of them, elsewhere the group of a missing one is skipped. */
function found(programs: readonly string[], wanted: RegExp): string | undefined {
  return programs.find((program) => {
    try {
      return wanted.test(execFileSync(program, ['--version'], { env, encoding: 'utf8' }))
    } catch {
      return false
    }
  })
}
const nodes = ['node', process.execPath]
const hasWheel = pythonBuilder() !== undefined
const runtimes = [
  { name: 'Node 20', program: found(nodes, /^v20\./), file: 'receiver.mjs' },
  { name: 'Node 24', program: found(nodes, /^v24\./), file: 'receiver.mjs' },
  { name: 'Python', program: hasWheel && found(['python3'], /^Python 3\.(9|\d\d)\./), file: 'receiver.py' },
]

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-receivers-'))
  await installPacked('client', folder)
  writeFileSync(path.join(folder, 'receiver.mjs'), receiverOf('client'))
  writeFileSync(path.join(folder, 'receiver.py'), receiverOf('client-python'))
  if (!hasWheel) return
  const wheel = packPython(path.join(packages, 'client-python'), folder)
  await promisify(execFile)('python3', ['-m', 'zipfile', '-e', wheel, path.join(folder, 'installed')])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The program below "Webhooks" in a README. */
function receiverOf(name: string): string {
  const [, chapter = ''] = readFileSync(path.join(packages, name, 'README.md'), 'utf8').split('## Webhooks')
  return /```\w+\n(.*?)```/s.exec(chapter)?.[1] ?? ''
}

/** Headers as a stranger's library signs them. */
function signed(body: string, ageSeconds = 0): Record<string, string> {
  const at = new Date(Date.now() - ageSeconds * 1_000)
  const signature = new Webhook(secret).sign('evt_1', at, body)
  const sent = String(Math.floor(at.getTime() / 1_000))
  return { 'webhook-id': 'evt_1', 'webhook-timestamp': sent, 'webhook-signature': signature }
}

describe.for(runtimes)('the receiver of the README on $name', ({ program, file }) => {
  if (!program) return it.skip('is not run: this machine does not have it')
  let receiver: ChildProcess
  let port: number
  let printed = ''
  beforeAll(async () => {
    port = await freePort()
    const given = { WEBHOOK_SECRET: secret, PORT: String(port), PYTHONPATH: 'installed', PYTHONUNBUFFERED: '1' }
    receiver = spawn(program, [file], { cwd: folder, env: { ...env, ...given } })
    for (const stream of [receiver.stdout, receiver.stderr]) stream?.on('data', (text) => (printed += text))
    await until(
      () => `the receiver: ${printed}`,
      () => send(event).catch(() => undefined),
    )
  })
  afterAll(() => receiver?.kill())

  const send = async (body: string, headers = signed(body)) =>
    (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status
  /** Sends this much of a request, and hangs up. */
  const sendPart = async (text: string) => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    await new Promise((resolve) => socket.write(text, resolve))
    socket.resetAndDestroy()
  }

  it('takes a signed event', async () => {
    expect(await send(event)).toBe(204)
    await until('the event', () => printed.includes('coffee beans'))
  })

  it('refuses another body, a wrong signature, an old request, and one that is not signed', async () => {
    expect(await send(`${event} `, signed(event))).toBe(400)
    expect(await send(event, { ...signed(event), 'webhook-signature': 'v1,AAAA' })).toBe(400)
    expect(await send(event, signed(event, 310))).toBe(400)
    expect(await send(event, {})).toBe(400)
  })

  it('keeps no body without end, though it is signed', async () => {
    const long = event.padEnd(1_000_001)
    expect(await send(long).catch(() => 'hung up')).toBeOneOf([413, 'hung up'])
  })

  it.each([
    ['a body that breaks off', `content-length: ${event.length}\r\n\r\n${event.slice(0, 20)}`],
    ['a chunk that breaks off', `transfer-encoding: chunked\r\n\r\n${event.length.toString(16)}\r\n{`],
    ['a length that is none', 'content-length: -1\r\n\r\n{'],
    ['no body', '\r\n'],
  ])('lives after %s, and takes the next event', async (_what, rest) => {
    await sendPart(`POST / HTTP/1.1\r\nhost: receiver\r\n${rest}`)
    // The first may still be answered by a program that is about to end.
    expect([await send(event), await send(event)]).toEqual([204, 204])
    expect(receiver.exitCode).toBeNull()
  })
})
