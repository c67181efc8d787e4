const context = 'https://schema.org'
const script = (item: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': context, ...item })}</script>`
const site = 'https://shop.example'
const offers = {
  '@type': 'Offer',
  price: '12.50',
  priceCurrency: 'USD',
  availability: `${context}/InStock`,
  url: `${site}/p/1`,
}

const shop = {
  '@type': 'Organization',
  name: 'Shop',
  url: `${site}/`,
  logo: `${site}/logo.png`,
  sameAs: [`${site}/about`],
}
const trail = {
  '@type': 'BreadcrumbList',
  itemListElement: [1, 2, 3].map((position) => ({
    '@type': 'ListItem',
    position,
    name: `Step ${position}`,
    item: `${site}/${position}`,
  })),
}
const products = {
  '@type': 'ItemList',
  itemListElement: Array.from({ length: 20 }, (_, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    item: { '@type': 'Product', name: `Beans ${i}`, image: `${site}/${i}.jpg`, url: `${site}/p/${i}`, offers },
  })),
}

const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title><meta property="og:title" content="Shop">${[shop, trail, products].map(script).join('')}
<style>${'.card{color:#333;margin:0 auto}\n'.repeat(800)}</style><script>${'window.dataLayer=window.dataLayer||[];function tag(){dataLayer.push(arguments)};\n'.repeat(600)}</script></head><body>`
const card = (i: number) =>
  `<div class="product-card col-md-4" data-id="${i}" itemscope itemtype="${context}/Product"><a href="/p/${i}"><img loading="lazy" src="/img/${i}.jpg" alt="Beans ${i}" itemprop="image" width="320"></a><h3 itemprop="name">Beans &amp; more ${i}</h3><div itemprop="offers" itemscope itemtype="${context}/Offer"><meta itemprop="priceCurrency" content="USD"><span class="price" itemprop="price" content="${i}.50">$${i}.50</span></div></div>\n`
const paragraph = (i: number) =>
  `<p class="copy text-base leading-7">Paragraph ${i} tells <a href="/coffee/${i}">about coffee</a> and <strong>how it is roasted</strong>, for $${i}.99 &amp; more, in as many words as pages have.</p>\n`
const listed = (i: number) =>
  `<div class="grid-item"><div class="inner"><ul><li><a href="/x/${i}" title="Item ${i}">Item ${i}</a></li><li><span class="icon icon-star"></span> 4.5</li></ul></div></div>\n`

/** A shop's page as pages are: styles, scripts and prose, with a shop, a trail, 20 products in JSON-LD and 60 in Microdata. */
export function shopPage(bytes: number): string {
  const parts = [head]
  let length = head.length
  for (let i = 0; length < bytes - 500; i++) {
    const part = i % 12 === 0 && i < 720 ? card(i) : i % 3 === 0 ? paragraph(i) : listed(i)
    parts.push(part)
    length += part.length
  }
  return `${parts.join('')}</body></html>`
}
