// Installs common clients of agents in a temporary folder, and sends each from the lobby to a position, and through OAuth to a call: npm run agents:clients [NAME…]
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@rts/local/ports'
import { startSystem } from '@rts/local/system/system'
import { connectPath } from '@rts/shared/contract/doors'
// @ts-expect-error it has no types, because its imports exist in the temporary folder alone
import { besides, clients } from './agents-clients/clients.mjs'

const run = promisify(execFile)
const all: Record<string, { package: string; version?: string; signIn?: unknown }> = clients
const asked = process.argv.slice(2)
const names = Object.keys(all).filter((name) => asked.length === 0 || asked.includes(name))
const folder = mkdtempSync(path.join(tmpdir(), 'agents-clients-'))
const versionOf = (name: string): string =>
  Object(JSON.parse(readFileSync(path.join(folder, 'node_modules', name, 'package.json'), 'utf8'))).version

const specOf = (name: string): string => [all[name]?.package, all[name]?.version].filter(Boolean).join('@')

/** Installs the clients where nothing of this project is. */
async function install(): Promise<void> {
  cpSync(path.join(import.meta.dirname, 'agents-clients'), folder, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const packages = new Set([...names.map(specOf), '@modelcontextprotocol/sdk', ...besides])
  await run('npm', ['install', '--no-audit', '--no-fund', '--legacy-peer-deps', ...packages], { cwd: folder })
}

/** A failed client's output, on one line. */
function reasonOf(error: unknown): string {
  const { stderr, stdout } = Object(error)
  return `${stderr || stdout || error}`.trim().replace(/\s+/g, ' ').slice(0, 600)
}

/** One client's way in a process of its own; prints how it went. */
async function tryOut(name: string, what: string, args: string[], env = process.env): Promise<void> {
  const options = { cwd: folder, timeout: 60_000, env }
  const failure = await run(process.execPath, args, options).then(() => null, reasonOf)
  const of = all[name]?.package ?? ''
  const outcome = failure === null ? 'ok  ' : 'fail'
  console.log(`${outcome}  ${name} ${what}: ${of} ${versionOf(of)}${failure === null ? '' : `: ${failure}`}`)
  if (failure !== null) process.exitCode = 1
}

await install()
// The programs inherit it: each client has an address of its own, for one network has one guest.
process.env.TRUSTED_PROXY_HOPS = '1'
const system = await startSystem({
  folder: path.join(folder, 'data'),
  port: await freePort(),
  env: process.env,
  say: () => {},
})
try {
  const { mcpUrl, appUrl, demoPerson } = system.connection
  const person = { PERSON_EMAIL: demoPerson?.email, PERSON_PASSWORD: demoPerson?.password }
  for (const [i, name] of names.entries()) {
    const address = `198.18.0.${i + 1}`
    await tryOut(name, 'with a token', ['path.mjs', name, mcpUrl, address])
    if (all[name]?.signIn)
      await tryOut(name, 'by OAuth', ['oauth-path.mjs', name, appUrl + connectPath, address], {
        ...process.env,
        ...person,
      })
  }
} finally {
  await system.stop()
  rmSync(folder, { recursive: true, force: true })
}
