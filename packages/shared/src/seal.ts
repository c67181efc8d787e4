import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Why a sealed text stays closed; it names the key and never the text. */
export class SealError extends Error {
  override name = 'SealError'
}

/** Encrypts texts that wait in a database. The first of `SEAL_KEYS` (`id:secret,…`) seals, any of them opens. */
export function createSeal(sealKeys: string) {
  const keys = new Map(
    sealKeys.split(',').map((entry) => {
      const at = entry.indexOf(':')
      return [entry.slice(0, at), Buffer.from(hkdfSync('sha256', entry.slice(at + 1), '', 'seal', 32))]
    }),
  )
  const [first] = keys
  if (!first) throw new Error('SEAL_KEYS is empty')
  return {
    /** `place` is where the text belongs, such as a letter's id: it opens nowhere else. */
    seal(text: string, place: string): string {
      const [id, key] = first
      const iv = randomBytes(ivBytes)
      const sealing = createCipheriv(cipher, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(place))
      const data = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
      return [id, ...[iv, sealing.getAuthTag(), data].map((part) => part.toString('base64url'))].join('.')
    },

    /** The key that seals now: what it has sealed begins with it and a dot. */
    keyId: first[0],

    /** Throws `SealError` for a lost key, another place and a changed text. */
    open(sealed: string, place: string): string {
      const [id = '', ...parts] = sealed.split('.')
      const key = keys.get(id)
      if (!key) throw new SealError(`the key ${id} is not among SEAL_KEYS`)
      const [iv, tag, data] = parts.map((part) => Buffer.from(part, 'base64url'))
      try {
        if (!iv || !tag || !data) throw new Error('a part is missing')
        const opening = createDecipheriv(cipher, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(place))
        return Buffer.concat([opening.setAuthTag(tag).update(data), opening.final()]).toString()
      } catch {
        throw new SealError(`sealed with ${id}, but for another place, or changed since`)
      }
    },
  }
}
export type Seal = ReturnType<typeof createSeal>
