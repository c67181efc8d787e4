// The filter of caller-keys.sh: an .env in, the same with the keys of programs out; a step of a rotation is told on standard error.
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import process from 'node:process'
import { text } from 'node:stream/consumers'

const [all = '', ...named] = process.argv.slice(1)
const programs = all.split(' ')
const chosen = named.length > 0 ? named : programs
const lines = (await text(process.stdin)).replace(/\n$/, '').split('\n')
/** An X25519 key of 32 bytes follows these in PKCS8. */
const head = Buffer.from('302e020100300506032b656e04220420', 'hex')

const variableOf = (program) => `${program.toUpperCase()}_CALLER_KEY`
const numberOf = (key) =>
  Number(/^k(\d+):/.exec(key)?.[1] ?? fail(`${key.split(':')[0]}: a key's id is k and a number`))

function fail(message) {
  console.error(message)
  process.exit(2)
}

function given(name) {
  return lines.findLast((line) => line.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
}

function set(name, value) {
  const at = lines.findLastIndex((line) => line.startsWith(`${name}=`))
  if (at < 0) lines.push(`${name}=${value}`)
  else lines[at] = `${name}=${value}`
}

function newKey(number) {
  const { privateKey } = generateKeyPairSync('x25519')
  return `k${number}:${privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(head.length).toString('base64url')}`
}

function publicOf(key) {
  const [id, secret] = key.split(':')
  const der = Buffer.concat([head, Buffer.from(secret, 'base64url')])
  const spki = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })).export({
    format: 'der',
    type: 'spki',
  })
  return `${id}:${spki.subarray(-32).toString('base64url')}`
}

/** The next step of a rotation. */
function stepped([first, second]) {
  if (second === undefined) return { told: 'a new key, last', keys: [first, newKey(numberOf(first) + 1)] }
  if (numberOf(second) > numberOf(first)) return { told: 'the new key first', keys: [second, first] }
  return { told: 'the old key is gone', keys: [first] }
}

const unknown = chosen.find((program) => !programs.includes(program))
if (unknown !== undefined) fail(`${unknown} is none of ${programs.join(', ')}`)
const keysOf = new Map(programs.map((program) => [program, given(variableOf(program)).split(',').filter(Boolean)]))
const missing = programs.filter((program) => keysOf.get(program)?.length === 0)
for (const program of missing) keysOf.set(program, [newKey(1)])
for (const program of missing.length > 0 ? [] : chosen) {
  const { told, keys } = stepped(keysOf.get(program))
  console.error(`${program}: ${told}`)
  keysOf.set(program, keys)
}
for (const [program, keys] of keysOf) set(variableOf(program), keys.join())
const published = [...keysOf].flatMap(([program, keys]) => keys.map((key) => `${program}=${publicOf(key)}`))
set('CALLER_PUBLIC_KEYS', published.join())
console.log(lines.join('\n'))
