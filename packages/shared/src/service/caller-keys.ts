import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  diffieHellman,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import type { ProgramName } from '../contract/services.ts'

/** A program's private keys and everybody's public ones. The first signs, all are accepted. */
export type PairedKeys = { CALLER_KEY: string; CALLER_PUBLIC_KEYS: string }
/** For one pair and direction; `kid` names its keys. */
export type PairKey = { kid: string; secret: KeyObject }
type Key = { id: string; key: KeyObject }
type Pair = { issuer: string; audience: string; ids: readonly [issuer: string, audience: string] }

/** OpenSSL's header of a 32-byte key. */
const privateHead = Buffer.from('302e020100300506032b656e04220420', 'hex')
const publicHead = Buffer.from('302a300506032b656e032100', 'hex')

function privateKeyOf(key: string): KeyObject {
  const der = Buffer.concat([privateHead, Buffer.from(key, 'base64url')])
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
}

function publicKeyOf(key: string): KeyObject {
  const der = Buffer.concat([publicHead, Buffer.from(key, 'base64url')])
  return createPublicKey({ key: der, format: 'der', type: 'spki' })
}

export function newCallerKey(): string {
  return `k1:${randomBytes(32).toString('base64url')}`
}

export function callerKeysOf(privateKeys: Readonly<Record<ProgramName, string>>): Record<ProgramName, PairedKeys> {
  const published = Object.entries(privateKeys).flatMap(([name, own]) =>
    entriesOf(own).map(([id, key]) => {
      const bytes = createPublicKey(privateKeyOf(key)).export({ format: 'der', type: 'spki' })
      return `${name}=${id}:${bytes.subarray(publicHead.length).toString('base64url')}`
    }),
  )
  const held = Object.entries(privateKeys).map(([name, own]) => [
    name,
    { CALLER_KEY: own, CALLER_PUBLIC_KEYS: published.join() },
  ])
  // safe because each program has just got its own
  return Object.fromEntries(held) as Record<ProgramName, PairedKeys>
}

/** By audience. */
export function keysTo(issuer: string, keys: PairedKeys): ReadonlyMap<string, PairKey> {
  const [own] = ownKeys(keys)
  if (!own) throw new Error('CALLER_KEY is empty')
  const made = [...publicKeys(keys)].map(([audience, [first]]) => {
    const pair = { issuer, audience, ids: [own.id, first.id] } as const
    return [audience, pairKeyOf(pair, own.key, first.key)] as const
  })
  return new Map(made)
}

/** By `issuer:kid`. */
export function secretsFrom(audience: string, keys: PairedKeys): ReadonlyMap<string, KeyObject> {
  const made = [...publicKeys(keys)].flatMap(([issuer, theirs]) =>
    theirs.flatMap((their) =>
      ownKeys(keys).map((own) => {
        const { kid, secret } = pairKeyOf({ issuer, audience, ids: [their.id, own.id] }, own.key, their.key)
        return [`${issuer}:${kid}`, secret] as const
      }),
    ),
  )
  return new Map(made)
}

/** The same on both sides; names and ids separate pairs and directions. */
function pairKeyOf({ issuer, audience, ids }: Pair, privateKey: KeyObject, publicKey: KeyObject): PairKey {
  const shared = diffieHellman({ privateKey, publicKey })
  const info = `caller ${issuer} ${audience} ${ids.join(' ')}`
  // HMAC with bytes takes five times as long as with a key object.
  return { kid: ids.join('.'), secret: createSecretKey(new Uint8Array(hkdfSync('sha256', shared, '', info, 32))) }
}

function ownKeys({ CALLER_KEY }: PairedKeys): Key[] {
  return entriesOf(CALLER_KEY).map(([id, key]) => ({ id, key: privateKeyOf(key) }))
}

function publicKeys({ CALLER_PUBLIC_KEYS }: PairedKeys): Map<string, [Key, ...Key[]]> {
  const found = new Map<string, [Key, ...Key[]]>()
  for (const entry of CALLER_PUBLIC_KEYS.split(',')) {
    const [name = '', id = '', text = ''] = entry.split(/[=:]/)
    const key = { id, key: publicKeyOf(text) }
    const before = found.get(name)
    if (before) before.push(key)
    else found.set(name, [key])
  }
  return found
}

function entriesOf(keys: string): [id: string, key: string][] {
  return keys.split(',').map((entry) => {
    const [id = '', key = ''] = entry.split(':')
    return [id, key]
  })
}
