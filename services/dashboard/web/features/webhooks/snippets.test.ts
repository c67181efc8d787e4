import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, describe, expect, it } from 'vitest'
import { snippets } from './snippets.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'snippets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Runner = { file: string; command: string; call: string; version: string }
/** How the snippets of languages that a machine may have are called: each prints whether the request is verified. */
const runners: Record<string, Runner> = {
  Node: {
    file: 'verify.mjs',
    command: process.execPath,
    version: '--version',
    call: `import { readFileSync } from 'node:fs'
const { headers, body, secret } = JSON.parse(readFileSync(0, 'utf8'))
console.log(verify(headers, body, secret))`,
  },
  Python: {
    file: 'verify.py',
    command: 'python3',
    version: '--version',
    call: `import json, sys
given = json.load(sys.stdin)
print(str(verify(given["headers"], given["body"].encode(), given["secret"])).lower())`,
  },
  PHP: {
    file: 'verify.php',
    command: 'php',
    version: '--version',
    call: `$given = json_decode(file_get_contents('php://stdin'), true);
echo var_export(verify($given['headers'], $given['body'], $given['secret']), true);`,
  },
  Ruby: {
    file: 'verify.rb',
    command: 'ruby',
    version: '--version',
    call: `require "json"
given = JSON.parse($stdin.read)
puts verify(given["headers"], given["body"], given["secret"])`,
  },
}
const isInstalled = ({ command, version }: Runner) => spawnSync(command, [version]).status === 0
const installed = snippets.filter(([language]) => runners[language] && isInstalled(runners[language]))

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`
const secret = newSecret()
const event = { id: 'evt_1', body: '{"type":"alert.raised","data":{"title":"“café” fell"}}' }
/** Headers as a library of Standard Webhooks signs them. */
function signedHeaders({ id, body }: typeof event, secrets: readonly string[], at: Date) {
  const signatures = secrets.map((one) => new Webhook(one).sign(id, at, body))
  const seconds = String(Math.floor(at.getTime() / 1_000))
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') }
}
const ageMs = (ms: number) => new Date(Date.now() - ms)

it('there are five languages', () => {
  expect(snippets.map(([language]) => language)).toEqual(['Node', 'Python', 'PHP', 'Go', 'Ruby'])
})

describe.each(installed)('the snippet of %s', (language, text) => {
  const { file, command, call } = runners[language] as Runner
  const verified = (headers: Record<string, string>, body = event.body, by = secret) => {
    const place = path.join(folder, file)
    writeFileSync(place, `${text}\n${call}\n`)
    const { stdout, stderr } = spawnSync(command, [place], { input: JSON.stringify({ headers, body, secret: by }) })
    return stdout.toString().trim() || stderr.toString()
  }

  it('takes what is signed, with one secret or two, and refuses all else', () => {
    const headers = signedHeaders(event, [secret], new Date())
    expect(verified(headers)).toBe('true')
    expect(verified(signedHeaders(event, [newSecret(), secret], new Date()))).toBe('true')
    expect(verified(headers, `${event.body} `)).toBe('false')
    expect(verified(headers, event.body, newSecret())).toBe('false')
    expect(verified(signedHeaders(event, [secret], ageMs(310_000)))).toBe('false')
    expect(verified(signedHeaders(event, [secret], ageMs(-310_000)))).toBe('false')
  })
})
