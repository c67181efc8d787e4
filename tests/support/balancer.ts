import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findProgram } from '@rts/local/nats-server'
import { freePort } from '@rts/local/ports'
import { spawnChild } from '@rts/local/process'
import { until } from '@rts/local/testing/until'
import { root } from './compose.ts'
import { startNameServer } from './name-server.ts'

const source = path.join(root, 'deploy/lb')
const tooOld: [string, string] = ['  errorfile 431 /usr/local/etc/haproxy/431.http\n', '']

export type Balancer = Awaited<ReturnType<typeof startBalancer>>

/** The path of haproxy, if it is installed; prints a line if it is not. */
export function findHaproxy(): string | undefined {
  const found = findProgram('haproxy')
  if (!found) process.stderr.write('no haproxy on the PATH: deploy/lb/haproxy.cfg is not tested\n')
  else if (!isCurrent(found))
    process.stderr.write('haproxy is older than 3.2: how it answers broken requests and refused bodies is not tested\n')
  return found
}

/** Whether haproxy is 3.2 or later, as in the containers: older ones answer broken requests with their own pages. */
export function isCurrent(program: string | undefined): boolean {
  const said = program === undefined ? '' : spawnSync(program, ['-v'], { encoding: 'utf8' }).stdout
  const [, major = '0', minor = '0'] = /version (\d+)\.(\d+)/.exec(said) ?? []
  return Number(major) * 100 + Number(minor) >= 302
}

/** Starts the balancer with the containers' configuration. `names` are the gateways' addresses in Docker's name server. */
export async function startBalancer(
  program: string,
  changes: [string, string][] = [],
  env: Record<string, string> = {},
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-balancer-'))
  const names = new Set<string>()
  const nameServer = await startNameServer(names)
  const ports = { http: await freePort(), admin: await freePort() }
  const [port, healthPort, metricsPort] = [await freePort(), await freePort(), await freePort()]
  const moved: [string, string][] = [
    ['bind :8080 ', `bind 127.0.0.1:${port} `],
    ['bind 127.0.0.1:8081', `bind 127.0.0.1:${healthPort}`],
    ['bind :9101', `bind 127.0.0.1:${metricsPort}`],
    ['127.0.0.11:53', `127.0.0.1:${nameServer.port}`],
    ['gateway:8080', `gateway:${ports.http}`],
    ['check port 9090', `check port ${ports.admin}`],
    ...(isCurrent(program) ? [] : [tooOld]),
    ...changes,
  ]
  const config = moved.reduce(replaceOnce, readFileSync(path.join(source, 'haproxy.cfg'), 'utf8'))
  writeFileSync(path.join(folder, 'haproxy.cfg'), config.replaceAll('/usr/local/etc/haproxy/', `${source}/`))
  const lines: string[] = []
  const child = await spawnChild({
    name: 'lb',
    command: program,
    args: ['-W', '-db', '-f', path.join(folder, 'haproxy.cfg')],
    env: { LB_CONNECTIONS_PER_ADDRESS: '512', LB_PROXIES: '', ...env },
    logFile: path.join(folder, 'lb.log'),
    onLine: (line) => lines.push(line),
  })
  await until('the balancer', () =>
    fetch(`http://127.0.0.1:${healthPort}/`).then(
      (answer) => answer.ok,
      () => false,
    ),
  )
  const stop = async () => {
    await child.stop(5_000)
    nameServer.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    port,
    ports,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    url: `http://127.0.0.1:${port}`,
    lines,
    names,
    stop,
  }
}

function replaceOnce(text: string, [from, to]: [string, string]): string {
  if (!text.includes(from)) throw new Error(`not in haproxy.cfg: ${from}`)
  return text.replace(from, to)
}

export type Replica = Awaited<ReturnType<typeof startReplica>>

/** A server in place of a gateway behind the balancer, on its own address and ready at once; `answers` plays the gateway. */
export async function startReplica(
  address: string,
  ports: { http: number; admin: number },
  answers: http.RequestListener,
) {
  let ready = true
  let served = 0
  const server = http.createServer((req, res) => {
    served++
    answers(req, res)
  })
  const admin = http.createServer((req, res) => void res.writeHead(req.url === '/readyz' && ready ? 200 : 503).end())
  await once(server.listen(ports.http, address), 'listening')
  await once(admin.listen(ports.admin, address), 'listening')
  const close = (one: http.Server) => new Promise<void>((resolve) => one.close(() => resolve()))
  return {
    address,
    served: () => served,
    setReady: (now: boolean) => {
      ready = now
    },
    /** Closes its port while its probes still pass. */
    refuseConnections: () => close(server),
    stop: async () => {
      for (const one of [server, admin]) one.closeAllConnections()
      await Promise.all([close(server), close(admin)])
    },
  }
}
