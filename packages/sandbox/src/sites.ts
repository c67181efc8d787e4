import { type RequestHandler, type Response, Router } from 'express'
import type { WorldState } from './state/world-state.ts'
import { demoHosts } from './world/demo.ts'
import { demoPages } from './world/demo-pages.ts'
import { createLinks, newsHost } from './world/links.ts'
import type { SitePage } from './world/overrides.ts'

type LinksTo = ReturnType<typeof createLinks>
type Deps = { world: WorldState; linksTo: LinksTo }

const missing: SitePage = { status: 404, body: '<!doctype html><title>404 Not Found</title><h1>Not Found</h1>' }

/** About a site, with the link it is listed with unless lost. */
function newsPages(linksTo: LinksTo, host: string, target: string): Record<string, SitePage> {
  const [, domain] = /^\/\d\/([a-z0-9.-]+)$/.exec(target) ?? []
  if (host !== newsHost || domain === undefined) return {}
  const link = linksTo(domain).find(({ urlFrom }) => urlFrom === `https://${host}${target}`)
  if (!link) return {}
  const shown = link.isLost ? 'It has moved.' : `<a href="${link.urlTo}">${link.anchor}</a>`
  return { [target]: { body: `<!doctype html><title>${link.title}</title><p>${shown}</p>` } }
}

/** The page set for path and query, else for the path, else a 404. */
function servePage({ world, linksTo }: Deps, host: string, target: string, res: Response): void {
  const sites = world.current().sites
  const set = Object.hasOwn(sites, host) ? sites[host]?.pages : undefined
  const pages = set ?? { ...demoPages(host), ...newsPages(linksTo, host, target) }
  const path = target.split('?')[0] ?? '/'
  const name = [target, path].find((candidate) => Object.hasOwn(pages, candidate))
  const page = (name === undefined ? undefined : pages[name]) ?? missing
  const { status = 200, headers = {}, body, delayMs = 0 } = page
  const given = new Headers(headers)
  if (!given.has('content-type')) given.set('content-type', 'text/html; charset=utf-8')
  const write = () => {
    // Express would add a charset or an ETag.
    res.writeHead(status, [...given].flat())
    res.end(body)
  }
  if (delayMs === 0) write()
  else {
    const timer = setTimeout(write, delayMs)
    res.once('close', () => clearTimeout(timer))
  }
}

/** All under sandbox.example, and the demo site's rivals. */
export function isServed(host: string): boolean {
  return /^([a-z0-9-]+\.)+sandbox\.example$/.test(host) || demoHosts.includes(host)
}

/** By the Host header; other hosts pass on. */
export function sitesByHost(world: WorldState): RequestHandler {
  const deps = { world, linksTo: createLinks(world) }
  return (req, res, next) => {
    const host = (req.get('host') ?? '').toLowerCase().replace(/:\d+$/, '')
    if (isServed(host)) servePage(deps, host, req.url, res)
    else next()
  }
}

export function sitesByPath(world: WorldState): Router {
  const deps = { world, linksTo: createLinks(world) }
  const routes = Router()
  routes.use((req, res) => {
    const [, host = '', rest = ''] = /^\/([^/?]*)(.*)$/s.exec(req.url) ?? []
    servePage(deps, host.toLowerCase(), rest.startsWith('/') ? rest : `/${rest}`, res)
  })
  return routes
}
