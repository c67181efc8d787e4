import { a, b, c, full, fullReads, type HardPage, links, unusualLinks, unusualTraffic } from './hard-page.ts'

const documents = 'serper.dev, its playground (November 2026)'

export const serper: HardPage[] = [
  {
    what: 'sitelinks, and a panel, a box and stories of the own site',
    source: documents,
    pages: [
      {
        organic: [
          { position: 1, link: b, sitelinks: [{ link: a }] },
          { position: 2, link: c },
        ],
        knowledgeGraph: { website: a },
        answerBox: { link: a, snippet: 'Tea' },
        topStories: [{ link: a }],
      },
    ],
    reads: { organic: 'b.example/ c.example/', own: ['a.example', 0], snippet: a },
  },
  {
    what: 'positions that begin anew on page 2, which repeats one result of page 1',
    source: documents,
    pages: [{ organic: full('link') }, { organic: links('https://s10.example/', a) }],
    reads: { organic: `${fullReads(10)} s10.example/ a.example/`, own: ['a.example', 12] },
  },
  { what: 'an empty list, without a word', source: documents, pages: [{ organic: [], credits: 1 }], reads: 'suspect' },
  {
    what: 'an answer without the list',
    source: documents,
    pages: [{ searchParameters: { q: 'tea' } }],
    reads: 'parse',
  },
  {
    what: 'JSON that is cut off',
    source: documents,
    pages: [`{"organic":[{"position":1,"link":"${a}"},{"po`],
    reads: 'parse',
  },
  {
    what: 'the links of Google’s page about unusual traffic',
    source: unusualTraffic,
    pages: [{ organic: links(...unusualLinks) }],
    reads: 'suspect',
  },
  {
    what: 'Google’s question whether a person searches, by a relative address',
    source: 'assumed: as HTML it is in many reports, such as github.com/searx/searx/issues/729 (2016 to 2020)',
    pages: [{ organic: links('/sorry/index?continue=https://www.google.com/search&q=EgQ', a) }],
    reads: 'suspect',
  },
]
