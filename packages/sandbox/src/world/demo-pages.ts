import { demoHosts, demoSite, demoTopics, topicPath } from './demo.ts'
import { spoils } from './demo-faults.ts'
import { type PageParts, pageOf } from './demo-page.ts'
import { about, delivery, formNotes, guide, thanks, topicNotes } from './demo-texts.ts'
import type { SitePage } from './overrides.ts'

const menu = {
  '/': 'Our shop',
  ...Object.fromEntries(demoTopics.map((topic) => [topicPath(topic), topic])),
  '/about': 'About us',
  '/delivery': 'Delivery and returns',
}

/** The pages of the demo's sites by path, as they are until others are set. The demo site's own have `demoFaults`, its rivals' have none. */
export function demoPages(host: string): Record<string, SitePage> {
  if (!demoHosts.includes(host)) return {}
  const isDemo = host === demoSite
  const shop = isDemo ? 'Demo Coffee' : host.replace('.example', '').replace('-', ' ')
  const parts = [
    homePage(shop),
    ...demoTopics.map((topic) => topicPage(shop, topic)),
    textPage(shop, '/about', 'About us', about(shop)),
    textPage(shop, '/delivery', 'Delivery and returns', delivery(shop)),
    ...(isDemo
      ? [
          textPage(shop, '/spring-guide', 'A guide to spring', guide(shop)),
          textPage(shop, '/thank-you', 'Thank you for your order', thanks(shop)),
        ]
      : []),
  ]
  const pages = parts.map((part) => {
    const spoilt = isDemo ? spoils[part.path]?.(part) : undefined
    return [part.path, pageOf(host, menu, { ...part, ...spoilt })] as const
  })
  return {
    ...Object.fromEntries(pages),
    ...siteFiles(host, parts),
    ...(isDemo ? { '/old-mugs': { status: 302, headers: { location: '/travel-mug' }, body: '' } } : {}),
  }
}

function homePage(shop: string): PageParts {
  const shelves = demoTopics.map((topic) => {
    const [first, second] = topicNotes[topic].split('. ')
    return `<h2><a href="${topicPath(topic)}">${topic}</a></h2><p>${first}. ${second}.</p>`
  })
  return {
    path: '/',
    title: `${shop}: beans, brewers and mugs for every kitchen`,
    description: `${shop} roasts in small batches and sells what a good cup at home needs: beans, brewers, frothers and mugs.`,
    heading: `What a good cup needs, from ${shop}`,
    text: `<p>${shop} roasts in small batches and sells what a good cup needs.</p>${shelves.join('')}`,
  }
}

function topicPage(shop: string, topic: (typeof demoTopics)[number]): PageParts {
  const sections = Object.entries(formNotes).map(
    ([form, noteOf]) => `<h2>${form.replace('{p}', topic)}</h2><p>${noteOf(topic, shop)}</p>`,
  )
  return {
    path: topicPath(topic),
    title: `${topic}: how we choose and use it | ${shop}`,
    description: `What we know of ${topic}, from choosing to everyday use, tried at home by the people of ${shop}.`,
    heading: topic,
    text: `<p>${topicNotes[topic]}</p>${sections.join('')}`,
  }
}

function textPage(shop: string, path: string, heading: string, text: string): PageParts {
  return {
    path,
    heading,
    text: `<p>${text}</p>`,
    title: `${heading}: what to know of ${shop}`,
    description: `${heading}: how ${shop} does it, who does it, and whom to ask if something is missing or unclear.`,
  }
}

/** Files of a site besides its pages. */
function siteFiles(host: string, pages: readonly PageParts[]): Record<string, SitePage> {
  const listed = pages.filter(({ path }) => path !== '/thank-you')
  const urls = listed.map(({ path }) => `<url><loc>https://${host}${path}</loc></url>`).join('')
  const xml = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`
  const robots = `User-agent: *\nDisallow: /cart\nSitemap: https://${host}/sitemap.xml\n`
  const file = (type: string, body: string) => ({ headers: { 'content-type': type }, body })
  return {
    '/robots.txt': file('text/plain', robots),
    '/sitemap.xml': file('application/xml', xml),
    '/photo.png': file('image/png', 'a picture'),
  }
}
