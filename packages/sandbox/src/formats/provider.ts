import type { Request, Response, Router } from 'express'

export type Answer = { status: number; body: unknown; headers?: Record<string, string> }

/** Routes below its prefix, and its documented refusals. */
export type Provider = {
  /** First part of its path here; faults and calls are listed by it. */
  name: string
  routes: Router
  refusals: Record<'http500' | 'quota' | 'rate', Answer> & {
    /** Refuses this one person, where it has people. */
    denied?: Answer
    /** A used-up day, where it differs from `quota` and `rate`. */
    day?: Answer
    cut?: Answer
  }
}

export function send(res: Response, { status, body, headers = {} }: Answer): void {
  if (res.locals.lost) return
  res.status(status).set(headers).json(body)
}

/** Absent, empty and repeated ones are undefined. */
export function param(req: Request, name: string): string | undefined {
  const value = req.query[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** `fallback` when absent, null for anything but a whole number within bounds. */
export function wholeParam(req: Request, name: string, fallback: number, max: number): number | null {
  const text = param(req, name)
  if (text === undefined) return fallback
  const value = Number(text)
  return /^\d+$/.test(text) && value <= max ? value : null
}

export function jsonBody(req: Request): unknown {
  const text: unknown = req.body
  if (typeof text !== 'string' || text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

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

/** As engines print it: `https://example.com › guides › tea`. */
export function displayedLink(url: string): string {
  // Works for nearly all addresses; the parser takes ten times as long, a hundred times a page.
  const [, host, path] = /^(https?:\/\/[a-z0-9.-]+)(\/[^?#]*)/.exec(url) ?? []
  const { origin, pathname } = host && path ? { origin: host, pathname: path } : new URL(url)
  return [origin, ...readable(pathname).split('/').filter(Boolean)].join(' › ')
}

/** Any key but the one that is always wrong. */
export function hasBearer(req: Request): boolean {
  return isKey(/^Bearer\s+(\S+)$/i.exec(req.get('authorization') ?? '')?.[1])
}

export function isKey(key: string | undefined): boolean {
  return key !== undefined && key !== '' && key !== 'invalid'
}
