import { AppError } from '@rts/shared/errors'
import { hasKeyForm } from './key-format.ts'

/** The same answer for every refused key. */
export function invalidKey(): AppError {
  return new AppError('invalid_key', 'The key is not valid here')
}

/** The key in a raw header list, if there is an Authorization header. Throws `invalid_key` for two, another scheme or another form. */
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
