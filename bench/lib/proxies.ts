import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '@rts/local/ports'
import { connectOperator } from '@rts/local/system/operator'
import { testKeys, testSecrets } from '@rts/shared/testing/secrets'
import { type Stack, untilOk } from './stack.ts'

/** A proxy in front of the same service, and the requests sent to it. */
export type Contender = { name: string; port: number; pid: number; adminPort?: number; key?: string; request(): Buffer }

/** Of 30 calls a minute each: more than any proxy serves here. */
const seeded = { accounts: 10_000, keysPerAccount: 5, plan: 'scale' } as const

function requestFor(path: string, key?: string): Buffer {
  const authorization = key ? `Authorization: Bearer ${key}\r\n` : ''
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: bench\r\n${authorization}Accept: application/json\r\n\r\n`)
}

/** A plain proxy of the libraries that our gateway is built on. */
export async function bareProxy(stack: Stack, target: string): Promise<Contender> {
  const port = await freePort()
  const { pid } = await stack.node('bench/peers/bare-proxy.ts', {
    PORT: String(port),
    TARGET: target,
    NODE_ENV: 'production',
  })
  await untilOk(`http://127.0.0.1:${port}/projects`)
  const request = requestFor('/projects')
  return { name: 'bare', port, pid, request: () => request }
}

/** A gateway of the usual packages, with the keys in our gateway's database. */
export async function usualGateway(stack: Stack, target: string, { request, key }: Contender): Promise<Contender> {
  const port = await freePort()
  const { pid } = await stack.node('bench/peers/usual-gateway.ts', {
    PORT: String(port),
    DATABASE_URL: await stack.database('gateway'),
    TARGET: target,
    NODE_ENV: 'production',
  })
  await untilOk(`http://127.0.0.1:${port}/http/v1/projects`, { authorization: `Bearer ${key}` })
  return { name: 'usual', port, pid, request }
}

/** Our gateway, with many accounts of five keys each; `more` are further variables of it. */
export async function ourGateway(
  stack: Stack,
  target: string,
  { name = 'gateway', more = {} }: { name?: string; more?: Record<string, string> } = {},
): Promise<Contender> {
  const port = await freePort()
  const adminPort = await freePort()
  const env = {
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    NODE_ENV: 'development',
    DATABASE_URL: await stack.database('gateway'),
    NATS_URL: stack.natsUrl,
    ...testKeys('gateway'),
    ...testSecrets,
    PROJECTS_URL: target,
    DISABLED_SERVICES: 'projects,mcp',
    DATA_DIR: stack.folder,
    LOG_LEVEL: 'warn',
    ...more,
  }
  const { pid } = await stack.node('services/gateway/src/main.ts', env)
  await untilOk(`http://127.0.0.1:${adminPort}/readyz`)
  const operator = await connectOperator({ natsUrl: stack.natsUrl, callerKeys: testKeys('operator') })
  const { secrets } = await operator.call('keys.seed', { body: seeded })
  await operator.close()
  const requests = secrets.map((key) => requestFor('/http/v1/projects', key))
  const [key = ''] = secrets
  await untilOk(`http://127.0.0.1:${port}/http/v1/projects`, { authorization: `Bearer ${key}` })
  let next = 0
  const request = () => requests[next++ % requests.length] ?? Buffer.alloc(0)
  return { name, port, pid, adminPort, key, request }
}

/** nginx as the fastest possible proxy, without any rules. */
export async function nginxProxy(stack: Stack, program: string, upstreamPort: number): Promise<Contender> {
  const port = await freePort()
  const file = path.join(stack.folder, 'nginx.conf')
  const config = `daemon off; master_process off; pid ${stack.folder}/nginx.pid; error_log stderr error; events { worker_connections 512; }
http { access_log off; client_body_temp_path ${stack.folder}/body; proxy_temp_path ${stack.folder}/proxy;
  upstream service { server 127.0.0.1:${upstreamPort}; keepalive 64; }
  server { listen 127.0.0.1:${port}; keepalive_requests 1000000; location / { proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection ""; } } }`
  writeFileSync(file, config)
  const { pid } = await stack.program(program, ['-c', file, '-p', stack.folder])
  await untilOk(`http://127.0.0.1:${port}/projects`)
  const request = requestFor('/projects')
  return { name: 'nginx', port, pid, request: () => request }
}
