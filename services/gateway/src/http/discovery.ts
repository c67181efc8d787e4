import { discoveryDocuments, type Installation } from '@rts/shared/derive/discovery'
import type { Request, Response } from 'express'

/** False for any other path. Built once: a flood is cheap. */
export function createDiscovery({ publicUrl, connects }: Installation) {
  const documents = new Map(
    Object.entries(discoveryDocuments({ publicUrl: publicUrl.replace(/\/$/, ''), connects })).map(
      ([path, { type, text }]) => [path, { type, body: Buffer.from(text) }],
    ),
  )
  return ({ method }: Request, res: Response, path: string): boolean => {
    const document = documents.get(path)
    if (!document || (method !== 'GET' && method !== 'HEAD')) return false
    res.writeHead(200, {
      'Content-Type': document.type,
      'Content-Length': document.body.length,
      'Cache-Control': 'public, max-age=3600',
      'Access-Control-Allow-Origin': '*',
    })
    res.end(method === 'HEAD' ? undefined : document.body)
    return true
  }
}
