import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { type Request, type Response, Router } from 'express'
import type { WorldState } from '../state/world-state.ts'
import { authorityOf, createLinks } from '../world/links.ts'
import { bigHosts, inventedHosts } from '../world/vocabulary.ts'
import { type Provider, send } from './provider.ts'

const path = /^\/projects\/hyperlinkgraph\/([\w-]+)\/domain\/\1-domain-(vertices|edges|ranks)\.txt\.gz$/
const notFound = { status: 404, body: { error: 'no such release' } }

function reversed(host: string): string {
  return host.split('.').reverse().join('.')
}

/** Files of a release: ids are line numbers of sorted names, edges are sorted by `from`. */
function filesOf(world: WorldState): Record<string, string[]> {
  const linksTo = createLinks(world)
  const bare = (host: string) => new URL(`https://${host}`).hostname.replace(/^www\./, '')
  const targets = [...new Set([...bigHosts, ...inventedHosts].map(bare))]
  const pairs = targets.flatMap((to) =>
    [...new Set(linksTo(to).map(({ hostFrom }) => bare(hostFrom)))].map((from) => ({ from, to })),
  )
  const names = [...new Set([...targets, ...pairs.map(({ from }) => from)].map(reversed))].sort()
  const ids = new Map(names.map((name, id) => [name, id]))
  const edges = pairs
    .map(({ from, to }) => [ids.get(reversed(from)) ?? 0, ids.get(reversed(to)) ?? 0] as const)
    .sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const best = names.toSorted((a, b) => authorityOf(reversed(b)) - authorityOf(reversed(a)) || (a < b ? -1 : 1))
  return {
    vertices: names.map((name, id) => `${id}\t${name}\t1`),
    edges: edges.map((edge) => edge.join('\t')),
    ranks: [
      '#harmonicc_pos\t#harmonicc_val\t#pr_pos\t#pr_val\t#host_rev\t#n_hosts',
      ...best.map((name, i) => `${i + 1}\t${(3e7 / (i + 1)).toExponential(6)}\t${i + 1}\t0.001\t${name}\t1`),
    ],
  }
}

/** Whole, or a range of this very version. */
function sendPart(req: Request, res: Response, file: Buffer): void {
  const etag = `"${createHash('md5').update(file).digest('hex')}"`
  res.set({ 'accept-ranges': 'bytes', etag }).type('application/gzip')
  const ranges = (req.get('if-range') ?? etag) === etag ? req.range(file.length) : undefined
  const [range] = Array.isArray(ranges) ? ranges : []
  if (!range) return void res.send(file)
  const { start, end } = range
  res
    .status(206)
    .set('content-range', `bytes ${start}-${end}/${file.length}`)
    .send(file.subarray(start, end + 1))
}

/** The domain graph of any release: links of the world's own sites. */
export function commoncrawl(world: WorldState): Provider {
  const routes = Router()
  routes.get(path, (req, res) => {
    const lines = filesOf(world)[path.exec(req.path)?.[2] ?? ''] ?? []
    sendPart(req, res, gzipSync(lines.map((line) => `${line}\n`).join('')))
  })
  routes.use((_req, res) => send(res, notFound))
  return {
    name: 'commoncrawl',
    routes,
    refusals: {
      http500: { status: 500, body: { error: 'internal' } },
      quota: { status: 403, body: { error: 'AccessDenied' } },
      rate: { status: 503, body: { error: 'SlowDown' } },
    },
  }
}
