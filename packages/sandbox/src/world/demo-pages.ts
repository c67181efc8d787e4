import { demoHosts, demoPhrases, demoTopics, topicPath } from './demo.ts'
import type { SitePage } from './overrides.ts'

/** The pages of the demo's sites by path, as they are until others are set: a home page and one for each topic. */
export function demoPages(host: string): Record<string, SitePage> {
  if (!demoHosts.includes(host)) return {}
  const links = demoTopics.map((topic) => `<li><a href="${topicPath(topic)}">${topic}</a></li>`).join('')
  const shop = host === 'demo.sandbox.example' ? 'Demo Coffee' : host.replace('.example', '').replace('-', ' ')
  const home = pageOf(host, '/', {
    title: `${shop}: beans, brewers and mugs`,
    text: `${shop} roasts in small batches and sells what a good cup needs.`,
    more: `<h2>Our shelves</h2><ul>${links}</ul>`,
  })
  return Object.fromEntries([
    ['/', home],
    ...demoTopics.map((topic) => [topicPath(topic), topicPage(host, shop, topic)]),
  ])
}

function topicPage(host: string, shop: string, topic: string): SitePage {
  const forms = demoPhrases.filter((each) => each.topic === topic && each.isTracked && each.phrase !== topic)
  return pageOf(host, topicPath(topic), {
    title: `${topic} | ${shop}`,
    text: `What we know of ${topic}, from choosing to everyday use, tried by the people of ${shop}.`,
    more: `${forms.map(({ phrase }) => `<h2>${phrase}</h2><p>Our notes on ${phrase}, with prices and photos.</p>`).join('')}<p><a href="/">All shelves</a></p>`,
  })
}

function pageOf(
  host: string,
  path: string,
  { title, text, more }: { title: string; text: string; more: string },
): SitePage {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><meta name="description" content="${text}"><link rel="canonical" href="https://${host}${path}">`
  return {
    body: `<!doctype html><html lang="en"><head>${head}</head><body><main><h1>${title}</h1><p>${text}</p>${more}</main></body></html>`,
  }
}
