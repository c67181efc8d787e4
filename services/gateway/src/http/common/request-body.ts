import { AppError } from '@rts/shared/errors'
import type { Request, Response } from 'express'
import { busy } from './refusals.ts'

export type BodyBudget = { take(bytes: number): boolean; release(bytes: number): void }

/** Memory of all bodies on a replica. */
export function createBodyBudget(maxBytes: number): BodyBudget {
  let held = 0
  return {
    take: (bytes) => {
      if (held + bytes > maxBytes) return false
      held += bytes
      return true
    },
    release: (bytes) => {
      held -= bytes
    },
  }
}

/** `Content-Length: 0`, or a content type alone, is no body. */
export function hasBody(req: Request): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
}

export function isJson({ headers }: Request): boolean {
  const isNamed = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(headers['content-type'] ?? '')
  return isNamed && headers['content-encoding'] === undefined
}

export function declaresMore(req: Request, limitBytes: number): boolean {
  return Number(req.headers['content-length'] ?? 0) > limitBytes
}

/** Throws `payload_too_large`, `bad_request` (408: slow or broken off), `unavailable` (replica is full). */
export function readBody(
  { req, res }: { req: Request; res: Response },
  limitBytes: number,
  deadlineMs: number,
  budget: BodyBudget,
): Promise<Buffer> {
  const tooLarge = () => new AppError('payload_too_large', `The body may have at most ${limitBytes} bytes`)
  if (declaresMore(req, limitBytes)) return Promise.reject(tooLarge())
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const timer = setTimeout(
      () => finish(new AppError('bad_request', 'The body was sent too slowly', { status: 408 })),
      deadlineMs,
    )
    const onData = (chunk: Buffer) => {
      if (!budget.take(chunk.length)) return finish(busy('Too many bodies at once'))
      size += chunk.length
      chunks.push(chunk)
      if (size > limitBytes) finish(tooLarge())
    }
    const onEnd = () => finish(undefined)
    const onBroken = () => finish(new AppError('bad_request', 'The body is incomplete'))
    const finish = (error: AppError | undefined) => {
      clearTimeout(timer)
      req.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken)
      if (!error) {
        res.once('close', () => budget.release(size))
        return resolve(Buffer.concat(chunks, size))
      }
      budget.release(size)
      req.pause()
      reject(error)
    }
    req.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken)
  })
}

const discardedBytes = 1_024 * 1_024
const discardMs = 1_000

/** After a refusal: closing with unread bytes often loses the answer. */
export function discardBody(req: Request): Promise<void> {
  // A client that still waits for a 100 sends nothing.
  if (req.complete || req.destroyed || req.headers.expect !== undefined) return Promise.resolve()
  return new Promise((resolve) => {
    let size = 0
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size > discardedBytes) finish()
    }
    const finish = () => {
      clearTimeout(timer)
      req.off('data', onData).off('end', finish).off('error', finish).off('close', finish)
      resolve()
    }
    const timer = setTimeout(finish, discardMs)
    req.on('data', onData).on('end', finish).on('error', finish).on('close', finish).resume()
  })
}
