import type { Request } from 'express'

/** Whether a call carries a key that is not the one that is always wrong. */
export function hasBearer(req: Request): boolean {
  return isKey(/^Bearer\s+(\S+)$/i.exec(req.get('authorization') ?? '')?.[1])
}

export function isKey(key: string | undefined): boolean {
  return key !== undefined && key !== '' && key !== 'invalid'
}
