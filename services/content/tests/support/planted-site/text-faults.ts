import { type Fault, finish, head, main, tea } from './changes.ts'
import { origin, safeHeaders } from './page.ts'
import { teas } from './places.ts'
import { prose } from './prose.ts'

export const titles: Fault[] = [
  ['TITLE_MISSING', tea(0), { title: '' }],
  ['TITLE_SHORT', tea(1), { title: 'Sencha' }],
  ['TITLE_LONG', tea(2), { title: '静岡県の山あいで手摘みした一番茶の香りと味わいをご家庭へお届けします' }],
  ['TITLE_MULTIPLE', tea(3), head('<title>A second title of this page</title>')],
  [
    'TITLE_SAME_AS_H1',
    tea(4),
    { title: 'A tea for long evenings by the fire', h1: 'A tea for long evenings by the fire' },
  ],
  ['TITLE_DUPLICATE', tea(5), { title: 'A tea that two pages call the same' }],
  ['TITLE_DUPLICATE', tea(6), { title: 'A tea that two pages call the same' }],
  ['DESC_MISSING', tea(7), { description: '' }],
  ['DESC_SHORT', tea(8), { description: 'A tea for the evening.' }],
  ['DESC_LONG', tea(9), { description: prose(9_001, 30) }],
  ['DESC_MULTIPLE', tea(10), head('<meta name="description" content="Another one">')],
  ['DESC_DUPLICATE', tea(11), { description: prose(9_002, 14).slice(0, 120) }],
  ['DESC_DUPLICATE', tea(12), { description: prose(9_002, 14).slice(0, 120) }],
]

export const texts: Fault[] = [
  [
    'CONTENT_DUPLICATE_EXACT',
    tea(0),
    { h1: 'Green, leaves of spring', text: prose(9_003, 300), related: teas.slice(2, 4) },
  ],
  [
    'CONTENT_DUPLICATE_EXACT',
    tea(1),
    { h1: 'Green leaves of spring', text: prose(9_003, 300), related: teas.slice(2, 4) },
  ],
  ['CONTENT_DUPLICATE_NEAR H1_DUPLICATE', tea(2), { h1: 'White tea', text: `${prose(9_004, 300)} in Bandung` }],
  ['H1_DUPLICATE', tea(3), { h1: 'White tea', text: `${prose(9_004, 300)} in Garut, and some more` }],
  ['H1_EMPTY', tea(13), { h1: '' }],
  ['H1_MISSING', tea(14), finish((html) => html.replace(/h1>/g, 'h2>'))],
  ['H1_MULTIPLE', tea(15), main('<h1>Another heading</h1>')],
  ['HEADING_SKIP', tea(16), main('<h3>Below nothing</h3>')],
  ['CONTENT_THIN', tea(17), { text: prose(9_005, 60) }],
  [
    'LOW_TEXT_RATIO',
    tea(18),
    (parts) => ({ head: `<style>${'.a{}'.repeat(7_000)}</style>`, text: parts.text.slice(0, 1_800) }),
  ],
  ['LOREM_IPSUM', tea(19), main('<p>Lorem ipsum dolor sit amet</p>')],
  ['DOCTYPE_MISSING', tea(18), { doctype: '' }],
  ['CHARSET_CONFLICT', tea(19), { charset: '<meta charset="windows-1252">' }],
  [
    'CHARSET_MISSING LANG_MISSING',
    '/id/about',
    { charset: '', lang: null, headers: { ...safeHeaders, 'content-type': 'text/html' } },
  ],
  ['ID_DUPLICATE', tea(11), main('<p id="a">One</p><p id="a">Two</p>')],
  ['LANG_INVALID', '/de/contact', { lang: 'deutsch' }],
]

export const pictures: Fault[] = [
  ['IMG_ALT_MISSING', tea(5), main(`<img src="${origin}/leaf.png" width="1" height="1">`)],
  ['IMG_ALT_LONG', tea(6), main(`<img src="${origin}/leaf.png" width="1" height="1" alt="${'a leaf '.repeat(20)}">`)],
  ['IMG_NO_DIMENSIONS', tea(7), main(`<img src="${origin}/leaf.png" alt="A leaf">`)],
  ['PICTURE_WITHOUT_IMG', tea(8), main(`<picture><source srcset="${origin}/leaf.png"></picture>`)],
  [
    'IMG_BROKEN',
    tea(9),
    main(`<img src="/leaf.png" srcset="/leaf.png 1x, /lost.png 2x" width="1" height="1" alt="A leaf">`),
  ],
  ['IMG_LARGE', tea(10), main(`<img src="/large.png" width="1" height="1" alt="A large leaf">`)],
]
