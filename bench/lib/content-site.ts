// A site of its own process: pages of about 26 KB with 40 links, written once and served from memory.
import { createServer } from 'node:http'
import { prose } from '../../services/content/tests/support/planted-site/prose.ts'

const pages = Number(process.env.PAGES)
const host = 'bench.sandbox.example'

function page(n: number): string {
  const links = Array.from({ length: 40 }, (_, i) => {
    const to = i < 20 ? i : (n * 7 + i * i * 31 + 1) % pages
    return `<li class="menu-item menu-item-${i}"><a class="link" href="/page-${to}.html" title="Page ${to}">Page ${to} about ${prose(to, 1)}</a></li>`
  })
  const blocks = Array.from(
    { length: 12 },
    (_, i) =>
      `<section class="block block-${i}" id="s${i}"><h2>${prose(n * 13 + i, 5)}</h2><div class="row"><div class="column"><p class="text">${prose(n * 31 + i, 110)}</p></div></div><img src="/i/${i}.png" alt="${prose(n + i, 3)}" width="300" height="200" loading="lazy"></section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page ${n} of the bench, about ${prose(n, 3)}</title>
<meta name="description" content="${prose(n + 7, 14)}"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="canonical" href="https://${host}/page-${n}.html"><link rel="stylesheet" href="/main.css"><script defer src="/main.js"></script>
<meta property="og:title" content="Page ${n}"><meta property="og:type" content="article"><meta property="og:image" content="https://${host}/i/1.png"><meta property="og:url" content="https://${host}/page-${n}.html">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"Page ${n}","author":{"@type":"Person","name":"A"},"datePublished":"2026-01-01"}</script>
<style>${'.c{color:#333;margin:0 auto;padding:4px 8px}'.repeat(40)}</style></head>
<body><nav><ul>${links.slice(0, 20).join('')}</ul></nav><main><h1>${prose(n, 6)}</h1>${blocks.join('\n')}<ul>${links.slice(20).join('')}</ul></main><footer><p>Bench</p></footer></body></html>`
}

const all = new Map(Array.from({ length: pages }, (_, n) => [`/page-${n}.html`, Buffer.from(page(n))]))
all.set('/', Buffer.from(page(0).replace('/page-0.html">\n', '/">\n')))
const robots = Buffer.from('User-agent: *\nAllow: /\n')

const server = createServer((request, response) => {
  const path = request.url?.split('?')[0] ?? '/'
  const found = all.get(path)
  if (found) response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(found)
  else if (path === '/robots.txt') response.writeHead(200, { 'content-type': 'text/plain' }).end(robots)
  else response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Not found</title>')
})
server.listen(Number(process.env.PORT), '127.0.0.1')
process.once('disconnect', () => process.exit(0))
