import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { z } from 'zod'
import { type RunningSandbox, startSandbox } from '../start.ts'

export const now = new Date('2026-11-21T09:00:00.000Z')

export type Reply = { status: number; headers: Headers; text: string; json: () => unknown }

/** Sends a string as it is, anything else as JSON. */
export async function call(
  url: string,
  method = 'GET',
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  const type = { 'content-type': 'application/json' }
  const res = await fetch(url, {
    method,
    headers: { ...type, ...headers },
    ...sent,
    signal: AbortSignal.timeout(60_000),
  })
  const text = await res.text()
  return { status: res.status, headers: res.headers, text, json: () => JSON.parse(text) }
}

export function getAsHost(url: string, host: string): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { host } }, (res) => {
      let text = ''
      res.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      res.on('end', () => resolve({ status: res.statusCode, text }))
    })
    sent.on('error', reject).end()
  })
}

const calls = z.object({
  calls: z.array(
    z.object({ at: z.string(), provider: z.string(), path: z.string(), query: z.any(), status: z.number().nullable() }),
  ),
})

export async function callsOf(url: string, filter = '') {
  return calls.parse((await call(`${url}/control/calls?${filter}`)).json()).calls
}

export function useSandbox(): { url: () => string } {
  let running: RunningSandbox | undefined
  const url = () => running?.url ?? ''
  beforeAll(async () => {
    running = await startSandbox({ clock: () => now })
  })
  beforeEach(async () => {
    await call(`${url()}/control/reset`, 'POST')
  })
  afterAll(async () => {
    await running?.close()
  })
  return { url }
}
