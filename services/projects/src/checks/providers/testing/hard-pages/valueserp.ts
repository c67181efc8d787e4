import { a, type HardPage, links, relative } from './hard-page.ts'

const trajectData = 'docs.trajectdata.com/valueserp (August 2024)'

export const valueserp: HardPage[] = [
  {
    what: 'relative and protocol-less addresses, and results nested in one',
    source: relative,
    pages: [
      {
        request_info: { success: true },
        organic_results: [
          {
            position: 1,
            position_overall: 3,
            link: '/url?q=https://a.example/1&sa=U',
            nested_results: [{ link: 'https://a.example/2' }],
          },
          { position: 2, position_overall: 5, link: '//kopi.co.id/biji' },
          { position: 3, link: 'kopi.co.id:8443/susu' },
          { position: 4, link: '/goto?url=CAESAA', domain: 'www.b.example' },
          { position: 5, link: 'https://www.google.com/url?esrc=s&amp;q=&amp;url=https://c.example/&amp;usg=AO' },
        ],
      },
    ],
    reads: {
      organic: 'a.example/1 kopi.co.id/biji kopi.co.id:8443/susu b.example c.example/',
      own: ['c.example', 5],
    },
  },
  {
    what: 'its word for no results',
    source: trajectData,
    pages: [{ request_info: { success: true }, search_information: { original_query_yields_zero_results: true } }],
    reads: { organic: '', own: ['a.example', 0] },
  },
  {
    what: 'results of another spelling, of a phrase without any',
    source: 'a client of ValueSERP’s in a public repository (2025)',
    pages: [
      {
        request_info: { success: true },
        search_information: {
          original_query_yields_zero_results: true,
          query_displayed: 'tea',
          showing_results_for: 'tee',
        },
        organic_results: links(a),
      },
    ],
    reads: 'respelled',
  },
  {
    what: 'no list, without a word',
    source: trajectData,
    pages: [{ request_info: { success: true }, pagination: { current: 1 } }],
    reads: 'suspect',
  },
  {
    what: 'an error inside a 200',
    source: trajectData,
    pages: [{ request_info: { success: false, message: 'You have used all of the credits.' } }],
    reads: 'quota',
  },
]
