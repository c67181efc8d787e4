import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { KeyKind } from '@rts/shared/contract/keys'
import { AppError } from '@rts/shared/errors'

const prefixes: Readonly<Record<KeyKind, string>> = { server: 'rts_sk_', lasting: 'rts_ak_', guest: 'rts_gk_' }
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62^43 is just above 2^256, 62^6 above 2^32. */
const secretLength = 43
const checksumLength = 6
const keyShape = /^rts_(sk|ak|gk)_[0-9A-Za-z]{49}$/

function base62(value: bigint, length: number): string {
  let rest = value
  let text = ''
  for (let i = 0; i < length; i++) {
    text = alphabet.charAt(Number(rest % 62n)) + text
    rest /= 62n
  }
  return text
}

function checksumOf(text: string): string {
  return base62(BigInt(crc32(text)), checksumLength)
}

/** Prefix of its kind, 32 random bytes in base62, CRC-32 of both. */
export function generateKey(kind: KeyKind, bytes: Buffer = randomBytes(32)): string {
  const body = prefixes[kind] + base62(BigInt(`0x${bytes.toString('hex')}`), secretLength)
  return body + checksumOf(body)
}

/** Garbage is refused without a query. */
function hasKeyForm(text: string): boolean {
  return keyShape.test(text) && checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength)
}

export function hashOfKey(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}

export function startOfKey(key: string): string {
  return key.slice(0, 11)
}

/** The same answer for every refused key. */
export function invalidKey(): AppError {
  return new AppError('invalid_key', 'The key is not valid here')
}

/** From a raw header list. Throws `invalid_key` for two headers, another scheme or form. */
export function bearerKey(rawHeaders: readonly string[]): string | undefined {
  let authorization: string | undefined
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() !== 'authorization') continue
    // Node silently keeps the first of two.
    if (authorization !== undefined) throw invalidKey()
    authorization = rawHeaders[i + 1] ?? ''
  }
  if (authorization === undefined) return undefined
  const key = /^bearer +(\S+)$/i.exec(authorization)?.[1]
  if (!key || !hasKeyForm(key)) throw invalidKey()
  return key
}
