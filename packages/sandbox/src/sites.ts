import { type RequestHandler, type Response, Router } from 'express'
import type { WorldState } from './state/world-state.ts'
import { demoHosts } from './world/demo.ts'
import { demoPages } from './world/demo-pages.ts'
import type { SitePage } from './world/overrides.ts'

const missing: SitePage = { status: 404, body: '<!doctype html><title>404 Not Found</title><h1>Not Found</h1>' }

/** Writes a site's page: the one set for the path with its query string, else for the path alone, else a 404. */
function servePage(world: WorldState, host: string, target: string, res: Response): void {
  const sites = world.current().sites
  const pages = (Object.hasOwn(sites, host) ? sites[host]?.pages : undefined) ?? demoPages(host)
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

/** Whether the sandbox serves this host: all under sandbox.example, and the demo site's rivals. */
export function isServed(host: string): boolean {
  return /^([a-z0-9-]+\.)+sandbox\.example$/.test(host) || demoHosts.includes(host)
}

/** The sites that the sandbox serves, by the request's Host header; everything else passes on. */
export function sitesByHost(world: WorldState): RequestHandler {
  return (req, res, next) => {
    const host = (req.get('host') ?? '').toLowerCase().replace(/:\d+$/, '')
    if (isServed(host)) servePage(world, host, req.url, res)
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
