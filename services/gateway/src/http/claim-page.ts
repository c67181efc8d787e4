import type { Logger } from '@rts/shared/logger'
import type { Request, Response } from 'express'
import type { GuestLinkStore } from '../data/guest-link-store.ts'
import type { Guest } from '../data/guest-records.ts'
import { linkUrl } from '../domain/guest-link.ts'
import { discardBody } from './common/request-body.ts'

/** The site that a claim keeps; null if projects does not answer. */
export type KeptSite = { domain: string; keywords: number } | null
export type ClaimPageOptions = {
  links: Pick<GuestLinkStore, 'require'>
  /** The site of a guest's account; undefined if it has none. */
  siteOf(guestAccountId: string): Promise<KeptSite | undefined>
  publicUrl: string
  logger: Logger
}

const linkPath = /^\/claim\/([\w-]{43})\/?$/
/** Pages served at once: strangers may open them, and each takes a database connection. */
const pagesAtOnce = 8
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  // The address contains the secret.
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow',
}

/** The page of a link to keep a guest's site, until the dashboard has one. Opening it changes nothing. */
export function createClaimPage(options: ClaimPageOptions): (req: Request, res: Response) => Promise<void> {
  let open = 0
  return async (req, res) => {
    open++
    try {
      await discardBody(req)
      const isFull = open > pagesAtOnce
      const html = isFull ? null : await pageOf(options, linkPath.exec(req.path)?.[1])
      const [status, text] = html ? [200, html] : isFull ? [503, busy] : [404, notFound]
      send(req, res, status, text)
    } catch (error) {
      options.logger.error({ err: error }, 'a claim page failed')
      send(req, res, 503, busy)
    } finally {
      open--
    }
  }
}

function send(req: Request, res: Response, status: number, html: string): void {
  const body = Buffer.from(html)
  res.writeHead(status, { ...headers, 'Content-Length': body.length, ...(status === 503 ? { 'Retry-After': 5 } : {}) })
  res.end(req.method === 'HEAD' ? undefined : body)
}

/** Null for a link that is unknown or no longer valid. */
async function pageOf({ links, siteOf, publicUrl }: ClaimPageOptions, token = ''): Promise<string | null> {
  const found = token === '' ? null : await links.require(token).catch(missing)
  if (found?.guest.status !== 'active' || found.guest.isOver) return null
  const site = await siteOf(found.guest.accountId).catch(() => null)
  return claimHtml({ ...found, site, url: linkUrl(publicUrl, token) })
}

function missing(error: unknown): null {
  if (Object(error).code === 'not_found') return null
  throw error
}

type Facts = { guest: Guest; reason: string | null; site: KeptSite | undefined; url: string }

function claimHtml({ guest, reason, site, url }: Facts): string {
  const until = moment(guest.endsAt)
  const named = guest.agentName === null ? 'It gave no name.' : `It calls itself ${quoted(guest.agentName)}.`
  const from = guest.seenFrom === null ? '' : ` from ${quoted(guest.seenFrom)}`
  const facts = [
    ['Agent', named],
    ['Registered', `${moment(guest.createdAt)}${from}`],
    ...(reason === null ? [] : [['Its reason', quoted(reason)]]),
    ['A claim keeps', keptText(site)],
    ['This link is valid until', until],
  ]
  const rows = facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('\n')
  return page(
    'Keep this website',
    `<p>An agent tracks a website here as a guest and asks you to keep it. Opening this page changes nothing.</p>
<dl>
${rows}
</dl>
<p>To keep it, give this link to the operator of this service, who confirms it with one of</p>
<pre>npm run -s admin -- guest claim --link ${escaped(url)} --account YOUR-ACCOUNT
npm run -s admin -- guest claim --link ${escaped(url)} --email YOUR-ADDRESS</pre>
<p>The first moves the website to your account, the second turns the guest’s account into a Free account. If nobody confirms, everything is deleted after ${until}.</p>`,
  )
}

function keptText(site: KeptSite | undefined): string {
  if (site === undefined) return 'Nothing yet: the agent has added no website.'
  if (site === null) return 'The website, its keywords and their history, under the same ids.'
  const keywords = site.keywords === 1 ? '1 keyword' : `${site.keywords} keywords`
  return `${quoted(site.domain)} with ${keywords} and their history, under the same ids.`
}

const notFound = page('No such link', '<p>This link is unknown or has expired.</p>')
const busy = page('Not now', '<p>This page cannot be shown right now. Try again in a few seconds.</p>')

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title></head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>
`
}

/** A stranger's text, isolated so that its writing direction does not affect ours. */
function quoted(text: string): string {
  return `<bdi>${escaped(text)}</bdi>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}

function moment(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
