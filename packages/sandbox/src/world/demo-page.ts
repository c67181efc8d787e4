import type { SitePage } from './overrides.ts'

/** The parts of a page of the demo's sites. */
export type PageParts = {
  path: string
  title: string
  description: string
  heading: string
  /** HTML, between the main heading and the end of the page. */
  text: string
  /** An item in JSON-LD; by default what the page is. */
  data?: Record<string, unknown>
  /** More of the head. */
  head?: string
}

const safe = {
  'strict-transport-security': 'max-age=31536000',
  'content-security-policy': "default-src 'self'",
  'x-content-type-options': 'nosniff',
}

/** A page that an audit finds no fault with, but for those that its parts bring. */
export function pageOf(host: string, menu: Readonly<Record<string, string>>, parts: PageParts): SitePage {
  const { path, title, description, heading, text, head = '' } = parts
  const url = `https://${host}${path}`
  const data = { '@context': 'https://schema.org', ...(parts.data ?? { '@type': 'WebPage', name: heading, url }) }
  const meta = (name: string, content: string) => content && `<meta name="${name}" content="${content}">`
  const preview = { title: heading, type: 'website', image: `https://${host}/photo.png`, url }
  const og = Object.entries(preview).map(([name, content]) => `<meta property="og:${name}" content="${content}">`)
  const links = Object.entries(menu).map(([to, label]) => `<a href="${to}">${label}</a>`)
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${meta('description', description)}
${meta('viewport', 'width=device-width, initial-scale=1')}<link rel="canonical" href="${url}">${og.join('')}${meta('twitter:card', 'summary')}
<script type="application/ld+json">${JSON.stringify(data)}</script>${head}</head>
<body><nav>${links.join(' ')}</nav><main><h1>${heading}</h1>${text}</main></body></html>`
  return { headers: safe, body }
}
