// Installs common clients of agents in a temporary folder, and sends each from the lobby to a position, and through OAuth to a call: npm run agents:clients [NAME…]
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connectPath } from '@rts/shared/contract/doors'
import { runProgram } from '../harness/program.ts'
import { withSystem } from '../harness/system.ts'
// @ts-expect-error it has no types, because its imports exist in the temporary folder alone
import { besides, clients } from './agents-clients/clients.mjs'

const all: Record<string, { package: string; version?: string; asks?: string; access?: unknown }> = clients
const asked = process.argv.slice(2)
const chosen = Object.entries(all).filter(([name]) => asked.length === 0 || asked.includes(name))
const folder = mkdtempSync(path.join(tmpdir(), 'agents-clients-'))
const versionOf = (name: string): string =>
  Object(JSON.parse(readFileSync(path.join(folder, 'node_modules', name, 'package.json'), 'utf8'))).version

/** Installs the clients where nothing of this project is. */
async function install(): Promise<void> {
  cpSync(path.join(import.meta.dirname, 'agents-clients'), folder, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const named = chosen.map(([, client]) => [client.package, client.version].filter(Boolean).join('@'))
  const packages = new Set([...named, '@modelcontextprotocol/sdk', ...besides])
  const args = ['install', '--no-audit', '--no-fund', '--legacy-peer-deps', ...packages]
  const { code, stderr } = await runProgram('npm', args, { cwd: folder })
  if (code !== 0) throw new Error(stderr)
}

/** One client's way in a process of its own; prints how it went. */
async function tryOut(name: string, what: string, where: string[], env = {}): Promise<void> {
  const options = { cwd: folder, timeout: 60_000, env }
  const { code, stdout, stderr } = await runProgram(process.execPath, ['path.mjs', name, ...where], options)
  const of = all[name]?.package ?? ''
  const why = code === 0 ? '' : `: ${(stderr || String(stdout)).trim().replace(/\s+/g, ' ').slice(0, 600)}`
  console.log(`${code === 0 ? 'ok  ' : 'fail'}  ${name} ${what}: ${of} ${versionOf(of)}${why}`)
  if (code !== 0) process.exitCode = 1
}

try {
  await install()
  // Each client has an address of its own, for one network has one guest.
  await withSystem({ env: { TRUSTED_PROXY_HOPS: '1' } }, async ({ owner, connection: { mcpUrl, appUrl } }) => {
    const person = { PERSON_EMAIL: owner.email, PERSON_PASSWORD: owner.password }
    for (const [i, [name, { asks, access }]] of chosen.entries()) {
      const address = `198.18.0.${i + 1}`
      await tryOut(name, 'with a token', [mcpUrl, address])
      if (asks ?? access) await tryOut(name, 'by OAuth', [appUrl + connectPath, address], person)
    }
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
