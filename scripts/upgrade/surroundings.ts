import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '@rts/local/nats-server'
import { startPostgres } from '@rts/local/postgres'
import { startSandbox } from '@rts/sandbox/start'
import type { DatabaseService } from '@rts/shared/contract/services'
import type { Stage } from '@rts/shared/service/migration-files'
import { outsideAt } from '../../harness/outside.ts'
import { findHaproxy, startBalancer } from '../../tests/support/balancer.ts'
import {
  composeTextOf,
  databaseStatements,
  environmentOf,
  newEnv,
  runStatements,
  startBroker,
  type Variables,
} from '../../tests/support/compose.ts'
import type { Tree } from './trees.ts'

export type Surroundings = Awaited<ReturnType<typeof startSurroundings>>

// Gateways listen on an address of loopback each, where the containers' probe would be refused: it names no host.
const probe: [string, string] = [
  'option httpchk GET /readyz',
  'option httpchk\n  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host 127.0.0.1',
]
/** As deploy/sandbox.yml has them, and besides them names of sites that the sandbox serves, which production refuses. */
const sandboxed = (sandbox: string): Variables => ({
  NODE_ENV: 'development',
  SANDBOX_URL: sandbox,
  SERP_PROVIDERS: 'dataforseo',
  KEYWORD_PROVIDERS: 'dataforseo,autocomplete',
  SERP_DAILY_BUDGET_USD: 'none',
  RESEARCH_DAILY_BUDGET_USD: 'none',
  DATAFORSEO_LOGIN: 'sandbox',
  DATAFORSEO_PASSWORD: 'sandbox',
  DATAFORSEO_BASE_URL: `${sandbox}/dataforseo`,
  AUTOCOMPLETE_BASE_URL: `${sandbox}/autocomplete`,
  HOST_OVERRIDES: `*.sandbox.example=${new URL(sandbox).host}`,
})

const run = promisify(execFile)

/** Starts all that an upgrade does not replace: the database, the broker, the balancer, the outside, and the `.env`. */
export async function startSurroundings(before: Tree, after: Tree) {
  const nats = findProgram('nats-server')
  const haproxy = findHaproxy()
  if (!nats || !haproxy) throw new Error('An upgrade is rehearsed with nats-server and haproxy: install both')
  const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-upgrade-'))
  const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one()
  }
  try {
    const balancer = await startBalancer(haproxy, [probe])
    stops.push(balancer.stop)
    const sandbox = await startSandbox({ clock: () => new Date() })
    stops.push(sandbox.close)
    const outside = outsideAt(sandbox.url)
    const env: Variables = { ...newEnv(after.folder), ...newEnv(before.folder), PUBLIC_URL: balancer.url }
    const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), fsync: false })
    stops.push(postgres.stop)
    const broker = await startBroker(nats, folder, env, before.folder)
    stops.push(broker.stop)
    await runStatements(postgres.url('postgres'), databaseStatements(folder, env, before.folder))
    const places = new Map([
      ['postgres:5432', `127.0.0.1:${postgres.port}`],
      ['nats:4222', broker.address],
    ])

    /** The environment of a container of a tree, with the addresses of this machine. */
    function environment(container: string, { folder: tree }: Tree): Variables {
      const local = new Map([...places, ['/etc/rank-tracker', path.join(tree, 'deploy')]])
      const moved = (value: string) => [...local].reduce((text, [from, to]) => text.replace(from, to), value)
      const given = Object.entries(environmentOf(container, env, composeTextOf(tree)))
      const own = Object.fromEntries(given.map(([name, value]) => [name, moved(value)]))
      const cache = path.join(tree, 'node_modules', '.compile-cache')
      return { ...own, ...sandboxed(sandbox.url), NODE_COMPILE_CACHE: cache }
    }

    /** Runs a service's program for migrations, as the container of its step does. */
    async function migrate(service: DatabaseService, tree: Tree, stage: Stage): Promise<void> {
      const cwd = path.join(tree.folder, 'services', service)
      await run(process.execPath, ['src/migrate.ts', stage], { cwd, env: environment(`migrate-${service}`, tree) })
    }

    /** Puts a site of one page on the web. */
    const openSite = (domain: string) =>
      outside.publish(domain, { '/': { body: `<!doctype html><title>${domain}</title><h1>${domain}</h1>` } })

    return { folder, env, balancer, broker, places, environment, migrate, openSite, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
