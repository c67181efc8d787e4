import { type HardPage, links } from './hard-page.ts'

const spaceSerp = 'github.com/rajivsingha/spaceserp_csv (2024)'

export const spaceserp: HardPage[] = [
  {
    what: 'hosts of other scripts, as letters and as punycode, with and without a scheme',
    source: spaceSerp,
    pages: [
      {
        organic_results: links('https://bücher.de/a', 'bücher.de/b', 'https://xn--bcher-kva.de/c', 'https://кафе.рф/'),
      },
    ],
    reads: {
      organic: 'xn--bcher-kva.de xn--bcher-kva.de xn--bcher-kva.de xn--80akn5b.xn--p1ai',
      own: ['xn--80akn5b.xn--p1ai', 4],
    },
  },
  {
    what: 'marks of campaigns and fragments are another address of the same page; subdomains are the site, countries are not',
    source: spaceSerp,
    pages: [
      {
        organic_results: links(
          'https://kopi.com/',
          'https://toko.kopi.co.id/?srsltid=A',
          'https://kopi.co.id/?utm_source=g#:~:text=x',
          `https://kopi.co.id/${'x'.repeat(5_000)}`,
        ),
      },
    ],
    reads: {
      organic: `kopi.com/ toko.kopi.co.id/?srsltid=A kopi.co.id/?utm_source=g#:~:text=x kopi.co.id/${'x'.repeat(5_000)}`,
      own: ['kopi.co.id', 2],
    },
  },
  { what: 'an empty list, without a word', source: spaceSerp, pages: [{ organic_results: [] }], reads: 'suspect' },
]
