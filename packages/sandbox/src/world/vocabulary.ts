/** They rank for nearly every phrase. */
export const bigHosts = [
  'en.wikipedia.org',
  'www.youtube.com',
  'www.amazon.com',
  'www.reddit.com',
  'www.quora.com',
  'www.facebook.com',
  'www.linkedin.com',
  'medium.com',
  'www.pinterest.com',
  'www.ebay.com',
  'www.britannica.com',
  'example.com',
  'www.example.org',
  'shop.example.net',
  'demo.sandbox.example',
  'www.bücherstube-müller.de',
  '日本の本棚.jp',
] as const

const firstWords = [
  'bright',
  'north',
  'urban',
  'daily',
  'green',
  'first',
  'open',
  'silver',
  'swift',
  'true',
  'market',
  'stone',
  'river',
  'atlas',
  'cedar',
  'nova',
  'prime',
  'quiet',
  'royal',
  'summit',
] as const

const secondWords = [
  'harbor',
  'review',
  'guide',
  'supply',
  'works',
  'journal',
  'lab',
  'house',
  'direct',
  'field',
  'post',
  'central',
  'studio',
  'index',
] as const

const endings = ['com', 'com', 'com', 'org', 'net', 'io', 'co.uk', 'de', 'co', 'fr', 'com.au', 'co.id'] as const

export const inventedHosts: readonly string[] = firstWords.flatMap((first, i) =>
  secondWords.map((second, j) => {
    const ending = endings[(i * 5 + j * 7) % endings.length]
    return `${(i + j) % 3 === 0 ? '' : 'www.'}${first}${second}.${ending}`
  }),
)

export const shopForms: Readonly<Record<string, readonly string[]>> = {
  id: ['toko{p}.co.id', 'www.{p}nusantara.id'],
}

export const sections = ['blog', 'guides', 'shop', 'articles', 'en', 'c', 'über-uns', 'collections', 'learn'] as const

export const titleForms = [
  '{p} - {s}',
  'The Best {p} of {y} | {s}',
  '{p}: A Complete Guide',
  'What Is {p}? Everything You Need to Know',
  '{p} — Prices, Reviews & Ratings | {s}',
  'Top 10 {p} Picks (Tested) – {s}',
  'Buy {p} Online | Free Delivery | {s}',
  '{p} für Anfänger: so geht’s – {s}',
  'How to Choose {p} …',
  '{p} | Café & Größen-Ratgeber | {s}',
  '「{p}」の選び方 - {s}',
] as const

export const snippetForms = [
  'We compared {p} from twenty makers so that you need not. Here is what held up after three months …',
  '{p} explained in plain words, with prices, pros and cons, and answers to common questions.',
  'Shop {p} with free returns. Rated 4.6 out of 5 by 1,284 customers — in stock today.',
  'Is {p} worth it? Our editors’ view, updated this week. Déjà vu? Not quite …',
  'Learn how {p} works, what it costs and where to start. No sign-up needed.',
  'Alles über {p}: Größe, Preis, Qualität. Kostenloser Versand ab 30 €.',
  'A short history of {p}, from the first makers to the present day.',
] as const

export const questionForms = [
  'What is the best {p}?',
  'How much does {p} cost?',
  'Is {p} worth it?',
  'How do I choose {p}?',
  'Where can I find {p} near me?',
  'What are the benefits of {p}?',
  'Which {p} is best for beginners?',
] as const

export const relatedForms = [
  'best {p}',
  '{p} near me',
  '{p} reviews',
  'cheap {p}',
  '{p} for beginners',
  '{p} online',
] as const
