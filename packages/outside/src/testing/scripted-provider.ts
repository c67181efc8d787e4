import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'

export type SeenRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}
/** An object becomes JSON with status 200. */
export type Script = (request: SeenRequest, response: ServerResponse) => unknown

async function seen(request: IncomingMessage): Promise<SeenRequest> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  const url = new URL(request.url ?? '/', 'http://provider')
  const body = Buffer.concat(chunks).toString('utf8')
  return { method: request.method ?? '', path: url.pathname, query: url.searchParams, headers: request.headers, body }
}

/** On loopback; does what a test scripts and remembers its calls. */
export function useScriptedProvider() {
  let script: Script = () => ({})
  let calls: SeenRequest[] = []
  const server = createServer(async (request, response) => {
    const call = await seen(request)
    calls.push(call)
    const answer = script(call, response)
    if (typeof answer === 'object' && answer !== null)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  beforeEach(() => {
    calls = []
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const port = () => {
    const address: AddressInfo | string | null = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }
  return {
    url: () => `http://127.0.0.1:${port()}`,
    calls: () => calls,
    does: (next: Script) => {
      script = next
    },
  }
}

export function answering(status: number, text: string, headers: Record<string, string> = {}): Script {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
  }
}
