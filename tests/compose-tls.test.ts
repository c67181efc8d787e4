import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import https from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findProgram } from '@rts/local/nats-server'
import { freePort } from '@rts/local/ports'
import { spawnChild } from '@rts/local/process'
import { until } from '@rts/local/testing/until'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { findHaproxy, startBalancer, startReplica } from './support/balancer.ts'
import { root } from './support/compose.ts'

const haproxy = findHaproxy()
const caddy = findProgram('caddy')
if (!caddy) process.stderr.write('no caddy on the PATH: deploy/tls.yml is not run\n')
const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-tls-'))
const stops: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts lb, a gateway that answers who called, and Caddy before them as in deploy/tls.yml; answers Caddy's port. */
async function startDoor(proxies: string): Promise<number> {
  const balancer = await startBalancer(String(haproxy), [], { LB_PROXIES: proxies })
  const replica = await startReplica('127.0.0.2', balancer.ports, (req, res) =>
    res.end(String(req.headers['x-forwarded-for'])),
  )
  stops.push(balancer.stop, replica.stop)
  balancer.names.add(replica.address)
  const [port, httpPort] = [await freePort(), await freePort()]
  const config = path.join(folder, `Caddyfile-${port}`)
  // A name without a certificate of the world gets one of Caddy's own.
  const own = readFileSync(path.join(root, 'deploy/tls/Caddyfile'), 'utf8')
    .replace('admin off', `admin off\n\thttp_port ${httpPort}\n\tskip_install_trust`)
    .replace('balancer:8080', `127.0.0.1:${balancer.port}`)
  writeFileSync(config, own)
  const child = await spawnChild({
    name: 'caddy',
    command: String(caddy),
    args: ['run', '--adapter', 'caddyfile', '--config', config],
    env: {
      PUBLIC_URL: `https://localhost:${port}`,
      SUPPORT_EMAIL: 'ops@ranks.test',
      XDG_DATA_HOME: folder,
      HOME: folder,
    },
    logFile: `${config}.log`,
  })
  stops.push(() => child.stop(5_000))
  await until('the gateway behind Caddy', () => ask(port, '127.0.0.1').catch(() => false))
  return port
}

/** The gateway's answer; false while Caddy has none. */
async function ask(port: number, localAddress: string, more = {}): Promise<string | false> {
  const headers = { host: `localhost:${port}`, ...more }
  const where = {
    host: '127.0.0.1',
    port,
    servername: 'localhost',
    localAddress,
    rejectUnauthorized: false,
    agent: false,
  }
  const request = https.get({ ...where, headers })
  const [answer] = await once(request, 'response')
  let text = ''
  for await (const part of answer) text += part
  return answer.statusCode === 200 && text
}

describe.skipIf(!haproxy || !caddy)('deploy/tls.yml', () => {
  it('brings the address of each caller to the gateway, and none that a caller makes up', async () => {
    const port = await startDoor('127.0.0.1/32')
    expect(await ask(port, '127.0.0.7')).toBe('127.0.0.7')
    expect(await ask(port, '127.0.0.8', { 'x-forwarded-for': '9.9.9.9' })).toBe('127.0.0.8')
  })

  it('names Caddy’s network alone as a proxy', () => {
    const { services, networks } = parse(readFileSync(path.join(root, 'deploy/tls.yml'), 'utf8'))
    expect(services.lb.environment.LB_PROXIES).toBe(networks.tls.ipam.config[0].subnet)
    expect([services.tls.networks, Object.keys(services.lb.networks)]).toEqual([['tls'], ['tls']])
  })
})

describe('deploy/lb/start.sh', () => {
  const start = (PUBLIC_URL: string, LB_PROXIES: string) => {
    writeFileSync(path.join(folder, 'haproxy'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 })
    const env = { PATH: `${folder}:${process.env.PATH}`, PUBLIC_URL, LB_PROXIES }
    return spawnSync('sh', ['deploy/lb/start.sh'], { cwd: root, env, encoding: 'utf8' })
  }

  it('refuses https without a named proxy, whose address all callers would have, and says what to write', () => {
    const refused = start('https://ranks.example', '')
    expect([refused.status, refused.stdout]).toEqual([1, ''])
    expect(refused.stderr).toMatch(/LB_PROXIES in \.env .*\n.*deploy\/tls\.yml.*\n.*docker network inspect/)
  })

  it.each([
    ['https://ranks.example', '172.18.0.1'],
    ['http://127.0.0.1:8080', ''],
  ])('starts lb with %s and "%s"', (url, proxies) => {
    expect(start(url, proxies)).toMatchObject({ status: 0, stdout: '-W -db -f /usr/local/etc/haproxy/haproxy.cfg\n' })
  })
})
