import type { Request, Response, Router } from 'express'

export type Answer = { status: number; body: unknown; headers?: Record<string, string> }

/** A provider's routes below its own prefix, and its documented ways to refuse. */
export type Provider = {
  /** The first part of its path here; faults and calls are listed by it. */
  name: string
  routes: Router
  refusals: Record<'http500' | 'quota' | 'rate', Answer> & {
    /** Its way to refuse this one person, where it has people; others are broken instead. */
    denied?: Answer
    /** A day's limit is used up, where that is not said as `quota` or `rate` is. */
    day?: Answer
    /** An answer of status 200 that ends before its end. */
    cut?: Answer
  }
}

export function send(res: Response, { status, body, headers = {} }: Answer): void {
  if (res.locals.lost) return
  res.status(status).set(headers).json(body)
}

/** A query parameter as one string; absent, empty and repeated ones are undefined. */
export function param(req: Request, name: string): string | undefined {
  const value = req.query[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A query parameter that is a whole number within bounds: the default when absent, null when it is anything else. */
export function wholeParam(req: Request, name: string, fallback: number, max: number): number | null {
  const text = param(req, name)
  if (text === undefined) return fallback
  const value = Number(text)
  return /^\d+$/.test(text) && value <= max ? value : null
}

/** The body as JSON; undefined when there is none or it is not JSON. */
export function jsonBody(req: Request): unknown {
  const text: unknown = req.body
  if (typeof text !== 'string' || text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The address a client reached the sandbox at, with the provider's prefix. */
export function ownAddress(req: Request): string {
  return `${req.protocol}://${req.get('host') ?? 'localhost'}${req.baseUrl}`
}

function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** An address as engines print it: `https://example.com › guides › tea`. */
export function displayedLink(url: string): string {
  // Of nearly all addresses both can be cut out; the parser takes ten times as long, a hundred times a page.
  const [, host, path] = /^(https?:\/\/[a-z0-9.-]+)(\/[^?#]*)/.exec(url) ?? []
  const { origin, pathname } = host && path ? { origin: host, pathname: path } : new URL(url)
  return [origin, ...readable(pathname).split('/').filter(Boolean)].join(' › ')
}

/** Whether a call carries a key that is not the one that is always wrong. */
export function hasBearer(req: Request): boolean {
  return isKey(/^Bearer\s+(\S+)$/i.exec(req.get('authorization') ?? '')?.[1])
}

export function isKey(key: string | undefined): boolean {
  return key !== undefined && key !== '' && key !== 'invalid'
}
