import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { snippets } from './snippets.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'snippets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** How a language is run: files beside each other in a folder, a build if it needs one, and what prints whether a request is verified. */
type Runner = {
  version: readonly string[]
  files(text: string): Record<string, string>
  build?: string[]
  run: string[]
}
const script = (file: string, call: string) => (text: string) => ({ [file]: `${text}\n${call}\n` })
const runners: Record<string, Runner> = {
  Node: {
    version: [process.execPath, '--version'],
    files: script(
      'verify.mjs',
      `import { readFileSync } from 'node:fs'
const { headers, body, secret } = JSON.parse(readFileSync(0, 'utf8'))
console.log(verify(headers, body, secret))`,
    ),
    run: [process.execPath, 'verify.mjs'],
  },
  Python: {
    version: ['python3', '--version'],
    files: script(
      'verify.py',
      `import json, sys
given = json.load(sys.stdin)
print(str(verify(given["headers"], given["body"].encode(), given["secret"])).lower())`,
    ),
    run: ['python3', 'verify.py'],
  },
  PHP: {
    version: ['php', '--version'],
    files: script(
      'verify.php',
      `$given = json_decode(file_get_contents('php://stdin'), true);
echo var_export(verify($given['headers'], $given['body'], $given['secret']), true);`,
    ),
    run: ['php', '-d', 'display_errors=1', 'verify.php'],
  },
  Go: {
    version: ['go', 'version'],
    files: (text) => ({
      'go.mod': 'module receiver\n\ngo 1.19\n',
      'webhooks/verify.go': text,
      'main.go': `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"receiver/webhooks"
)

func main() {
	var given struct {
		Headers      map[string]string
		Body, Secret string
	}
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		panic(err)
	}
	header := http.Header{}
	for name, value := range given.Headers {
		header.Set(name, value)
	}
	fmt.Println(webhooks.Verify(header, []byte(given.Body), given.Secret))
}
`,
    }),
    build: ['go', 'build', '-o', 'receiver', '.'],
    run: ['./receiver'],
  },
  Ruby: {
    version: ['ruby', '--version'],
    files: script(
      'verify.rb',
      `require "json"
given = JSON.parse($stdin.read)
puts verify(given["headers"], given["body"], given["secret"])`,
    ),
    run: ['ruby', '-w', 'verify.rb'],
  },
}

function runIn(place: string, [command = '', ...rest]: readonly string[], input = '') {
  const { stdout, stderr, error } = spawnSync(command, rest, { cwd: place, input, encoding: 'utf8' })
  return error ? error.message : `${stdout}${stderr}`.trim()
}
const isInstalled = ({ version: [command = '', ...rest] }: Runner) => spawnSync(command, rest).status === 0
const installed = snippets.flatMap(([language, text]) => {
  const runner = runners[language]
  return runner && isInstalled(runner) ? [{ language, text, runner }] : []
})

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

it('there are five languages, and a way to run each; Node and Python are always run', () => {
  const languages = ['Node', 'Python', 'PHP', 'Go', 'Ruby']
  expect(snippets.map(([language]) => language)).toEqual(languages)
  expect(Object.keys(runners)).toEqual(languages)
  expect(installed.map(({ language }) => language)).toEqual(expect.arrayContaining(['Node', 'Python']))
})

describe.each(installed)('the snippet of $language', ({ language, text, runner }) => {
  const place = path.join(folder, language)
  beforeAll(() => {
    for (const [file, content] of Object.entries(runner.files(text))) {
      mkdirSync(path.dirname(path.join(place, file)), { recursive: true })
      writeFileSync(path.join(place, file), content)
    }
    if (runner.build) expect(runIn(place, runner.build)).toBe('')
  }, 120_000)
  const verified = (headers: Record<string, string>, body = event.body, by = secret) =>
    runIn(place, runner.run, JSON.stringify({ headers, body, secret: by }))

  it('takes what is signed, with one secret or two', () => {
    expect(verified(signedHeaders(event, [secret], new Date()))).toBe('true')
    expect(verified(signedHeaders(event, [newSecret(), secret], new Date()))).toBe('true')
  })

  it('refuses another body, id, time, secret or signature, and a request that is older or newer than five minutes', () => {
    const headers = signedHeaders(event, [secret], new Date())
    const signature = headers['webhook-signature']
    expect(verified(headers, `${event.body} `)).toBe('false')
    expect(verified(headers, event.body, newSecret())).toBe('false')
    expect(verified({ ...headers, 'webhook-id': 'evt_2' })).toBe('false')
    expect(verified({ ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) })).toBe(
      'false',
    )
    expect(verified({ ...headers, 'webhook-signature': signature.replace('v1,', 'v2,') })).toBe('false')
    expect(verified(signedHeaders(event, [secret], ageMs(310_000)))).toBe('false')
    expect(verified(signedHeaders(event, [secret], ageMs(-310_000)))).toBe('false')
  })

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'refuses without an error where %s is missing',
    (name) => {
      const { [name]: _missing, ...rest }: Record<string, string> = signedHeaders(event, [secret], new Date())
      expect(verified(rest)).toBe('false')
      expect(verified({ ...rest, [name]: 'no' })).toBe('false')
    },
  )
})
