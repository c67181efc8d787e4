import { type Request, Router } from 'express'
import type { WorldState } from '../state/world-state.ts'
import { createLinks, type WorldLink } from '../world/links.ts'
import { type Answer, type Provider, param, send, wholeParam } from './provider.ts'

const pageSize = 100

function refuse(status: number, ErrorCode: number, Message: string): Answer {
  return { status, body: { ErrorCode, Message } }
}

/** Verified: sites of the world's people, any below `.example`, and those that rank. */
function linksOf(req: Request, linksTo: (domain: string) => WorldLink[]): WorldLink[] | null {
  const host = URL.parse(param(req, 'siteUrl') ?? '')?.hostname.replace(/^www\./, '')
  return host === undefined || host.startsWith('unverified.') ? null : linksTo(host).filter(({ isLost }) => !isLost)
}

function paged<T>(all: T[], page: number): { page: T[]; pages: number } {
  return {
    page: all.slice(page * pageSize, (page + 1) * pageSize),
    pages: Math.max(1, Math.ceil(all.length / pageSize)),
  }
}

function counts(links: WorldLink[], page: number): Answer {
  const byUrl = Map.groupBy(links, ({ urlTo }) => urlTo)
  const { page: shown, pages } = paged([...byUrl], page)
  const Links = shown.map(([Url, all]) => ({ Count: all.length, Url }))
  return { status: 200, body: { d: { __type: 'LinkCounts:#Microsoft.Bing.Webmaster.Api', Links, TotalPages: pages } } }
}

function details(links: WorldLink[], link: string, page: number): Answer {
  const { page: shown, pages } = paged(
    links.filter(({ urlTo }) => urlTo === link),
    page,
  )
  const Details = shown.map(({ anchor, urlFrom }) => ({ AnchorText: anchor, Url: urlFrom }))
  return {
    status: 200,
    body: { d: { __type: 'LinkDetails:#Microsoft.Bing.Webmaster.Api', Details, TotalPages: pages } },
  }
}

export function bing(world: WorldState): Provider {
  const linksTo = createLinks(world)
  const routes = Router()
  routes.get('/webmaster/api.svc/json/:method', (req, res) => {
    const key = param(req, 'apikey')
    const page = wholeParam(req, 'page', 0, 10_000)
    const links = linksOf(req, linksTo)
    if (key === undefined || key === 'invalid') send(res, refuse(400, 3, 'ERROR!!! InvalidApiKey'))
    else if (links === null) send(res, refuse(400, 14, 'ERROR!!! NotAuthorized'))
    else if (page === null) send(res, refuse(400, 8, 'ERROR!!! InvalidParameter'))
    else if (req.params.method === 'GetLinkCounts') send(res, counts(links, page))
    else if (req.params.method === 'GetUrlLinks') send(res, details(links, param(req, 'link') ?? '', page))
    else send(res, refuse(404, 7, 'ERROR!!! InvalidMethod'))
  })
  routes.use((_req, res) => send(res, refuse(404, 7, 'ERROR!!! InvalidMethod')))
  return {
    name: 'bing',
    routes,
    refusals: {
      http500: refuse(500, 1, 'ERROR!!! InternalError'),
      quota: refuse(400, 16, 'ERROR!!! QuotaExceeded'),
      rate: refuse(400, 4, 'ERROR!!! ThrottleUser'),
    },
  }
}
