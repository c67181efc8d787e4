import { wholeItems } from '../../services/content/src/structured-data/testing/whole-items.ts'
import { prose } from '../../services/content/tests/support/planted-site/prose.ts'

const context = 'https://schema.org'
const script = (item: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': context, ...item })}</script>`
const card = (_: unknown, i: number) =>
  `<div class="product-card" data-id="${i}" itemscope itemtype="${context}/Product"><a href="/p/${i}"><img src="/img/${i}.jpg" alt="" itemprop="image"></a><h3 itemprop="name">${prose(i, 3)}</h3><div itemprop="offers" itemscope itemtype="${context}/Offer"><meta itemprop="priceCurrency" content="USD"><span class="price" itemprop="price" content="${i}.50">$${i}.50</span></div></div>\n`
const block = `<div class="row"><p class="copy">${prose(1, 60)} <a href="/coffee">${prose(2, 2)}</a> &amp; <strong>${prose(3, 5)}</strong></p><ul><li><span class="star"></span> 4.5</li></ul></div>\n`

/** A shop's page of so many bytes: an item for each result of Google in JSON-LD, 60 products in Microdata, and prose. */
export function shopPage(bytes: number): string {
  const items = Object.values(wholeItems).map(script).join('')
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>${items}</head><body>`
  const start = head + Array.from({ length: 60 }, card).join('')
  return `${start}${block.repeat((bytes - start.length) / block.length)}</body></html>`
}
