import { type RequestHandler, type Response, Router } from 'express'
import type { WorldState } from './state/world-state.ts'
import type { SitePage } from './world/overrides.ts'

const missing: SitePage = { status: 404, body: '<!doctype html><title>404 Not Found</title><h1>Not Found</h1>' }

/** Writes a site's page: the one set for the path with its query string, else for the path alone, else a 404. */
function servePage(world: WorldState, host: string, target: string, res: Response): void {
  const sites = world.current().sites
  const pages = Object.hasOwn(sites, host) ? (sites[host]?.pages ?? {}) : {}
  const path = target.split('?')[0] ?? '/'
  const name = [target, path].find((candidate) => Object.hasOwn(pages, candidate))
  const page = (name === undefined ? undefined : pages[name]) ?? missing
  const { status = 200, headers = {}, body } = page
  const given = new Headers(headers)
  if (!given.has('content-type')) given.set('content-type', 'text/html; charset=utf-8')
  // node's own writer: express would add a charset or an ETag to what the page asked for.
  res.writeHead(status, [...given].flat())
  res.end(body)
}

/** Sites under sandbox.example, by the request's Host header; everything else passes on. */
export function sitesByHost(world: WorldState): RequestHandler {
  return (req, res, next) => {
    const host = (req.get('host') ?? '').toLowerCase().replace(/:\d+$/, '')
    if (host.endsWith('.sandbox.example')) servePage(world, host, req.url, res)
    else next()
  }
}

/** The same sites at `/{host}/{path}`. */
export function sitesByPath(world: WorldState): Router {
  const routes = Router()
  routes.use((req, res) => {
    const [, host = '', rest = ''] = /^\/([^/?]*)(.*)$/s.exec(req.url) ?? []
    servePage(world, host.toLowerCase(), rest.startsWith('/') ? rest : `/${rest}`, res)
  })
  return routes
}
