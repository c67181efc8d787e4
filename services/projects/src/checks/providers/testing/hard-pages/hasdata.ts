import { a, type HardPage, links } from './hard-page.ts'

const ok = { requestMetadata: { id: 'x', status: 'ok' } }
const hasData = 'github.com/HasData/hasdata-cli (June 2026)'

export const hasdata: HardPage[] = [
  {
    what: 'pages in Google’s and others’ wrappings',
    source: 'developers.google.com/search/docs/appearance/ad-network-and-translation (2024)',
    pages: [
      {
        ...ok,
        organicResults: links(
          'https://kopi-co-id.translate.goog/biji?_x_tr_sl=en&_x_tr_hist=true',
          'https://translate.google.com/translate?hl=id&u=kopi.co.id/susu',
          'https://www.google.com/amp/s/a.example/1',
          'https://webcache.googleusercontent.com/search?q=cache:Ab1-cD2_eF3:https://b.example/1+tea',
          'https://www.google.com/imgres?imgurl=https://cdn.example/a.jpg&imgrefurl=https://c.example/1',
        ),
      },
    ],
    reads: { organic: 'kopi.co.id/biji kopi.co.id/susu a.example/1 b.example/1 c.example/1', own: ['c.example', 5] },
  },
  {
    what: 'hosts in upper case, with a last dot, a port and a user',
    source: 'url.spec.whatwg.org (2026)',
    pages: [
      {
        ...ok,
        organicResults: links(
          'HTTPS://WWW.B.Example./X',
          'http://user@c.example:8080/',
          ' https://www.google.com/url?q=https://d.example/ ',
          a,
        ),
      },
    ],
    reads: { organic: 'b.example c.example d.example/ a.example/', own: ['b.example', 1] },
  },
  {
    what: 'a status that is not ok inside a 200',
    source: hasData,
    pages: [{ requestMetadata: { status: 'error' }, organicResults: links(a) }],
    reads: 'upstream',
  },
  {
    what: 'no list',
    source: hasData,
    pages: [{ ...ok, relatedQuestions: [{ question: 'Why?', link: a }] }],
    reads: 'suspect',
  },
]
