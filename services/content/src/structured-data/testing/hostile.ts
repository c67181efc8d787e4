/** Texts up to 512,000 bytes that overload other readers. */

const times = (count: number, part: string | ((i: number) => string)): string =>
  Array.from({ length: count }, (_, i) => (typeof part === 'string' ? part : part(i))).join('')
const list = (count: number, part: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => part(i)).join()
const script = (json: string) => `<script type="application/ld+json">${json}</script>`
const graph = (items: string) => `{"@context":"https://schema.org","@graph":[${items}]}`
const thing = (members: string) => `{"@context":"https://schema.org","@type":"Thing",${members}}`

const product = (i: number) =>
  `{"@type":"Product","@id":"#p${i}","name":"Product ${i}","sku":"A${i}","image":"https://e.example/${i}.jpg","offers":{"@type":"Offer","price":"1","priceCurrency":"USD","availability":"https://schema.org/InStock"},"brand":{"@type":"Brand","name":"Brand"}}`
const microdataProduct = (i: number) =>
  `<div itemscope itemtype="https://schema.org/Product"><i itemprop="name">Product ${i}</i><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><i itemprop="price">1</i></div></div>`
const rdfaProduct = (i: number) =>
  `<div typeof="Product"><i property="name">Product ${i}</i><div property="offers" typeof="Offer"><i property="price">1</i></div></div>`
const names = (count: number) => Array.from({ length: count }, (_, i) => `r${i}`).join(' ')

export const hostileTexts: Readonly<Record<string, () => string>> = {
  'scripts without end': () => times(1_800, (i) => script(graph(product(i)))),
  'one graph of products': () => script(graph(list(1_900, product))),
  'Microdata products': () => times(2_066, microdataProduct),
  'RDFa products': () => `<div vocab="https://schema.org/">${times(2_392, rdfaProduct)}</div>`,
  '80,000 lists in each other': () => '['.repeat(80_000) + ']'.repeat(80_000),
  '80,000 lists in a script': () => script('['.repeat(80_000)),
  '9,000 objects in each other': () =>
    thing(`${times(9_000, '"about":{"@type":"Thing",')}"name":"x"${'}'.repeat(9_000)}`),
  '40,000 elements in each other': () => '<div>'.repeat(40_000) + '</div>'.repeat(40_000),
  'elements that are closed by others': () => '<div>'.repeat(30_000) + '</span>'.repeat(40_000),
  'drawings in formulas': () => '<svg><math>'.repeat(40_000),
  '8,000 items in each other': () =>
    times(7_000, '<div itemprop="about" itemscope itemtype="https://schema.org/Thing">'),
  '20,000 properties in each other': () => `<div itemscope>${times(22_000, '<i itemprop=name>')}x`,
  '16,000 types in each other': () =>
    `<p vocab="https://schema.org/">${times(15_000, '<b property=about typeof=Thing>')}`,
  '20,000 texts in each other': () =>
    `<p vocab="https://schema.org/" typeof="Thing">${times(20_000, '<b property=name>')}${'y'.repeat(120_000)}`,
  '11,000 empty scripts': () => times(10_500, script('')),
  '10,000 broken scripts': () => times(10_000, script('{"a')),
  'an attribute without end': () => `<div itemscope itemtype="${'x'.repeat(499_000)}`,
  'a script without end': () => `<script type="application/ld+json">${'{"a":1,'.repeat(70_000)}`,
  'comments without end': () => '<!-- '.repeat(100_000),
  'brackets alone': () => '<'.repeat(512_000),
  '55,000 attributes': () => `<div ${times(55_000, (i) => `a${i}=1 `)}>`,
  '25,000 unknown properties': () => thing(list(22_000, (i) => `"nameabcd${i}":"v"`)),
  'many items that name many properties': () =>
    times(200, (i) => `<i itemprop=p${i} id=r${i}>x</i>`) + times(480, `<p itemscope itemref="${names(200)}">`),
  'many items that name a large part': () =>
    `<div id=r0>${times(10_000, '<i itemprop=name>x</i>')}</div>${times(9_000, '<p itemscope itemref=r0></p>')}`,
  'items that double': () =>
    `${times(
      100,
      (i) =>
        `<p itemprop=a itemscope id=a${i} itemref="a${i + 1} b${i + 1}"></p><p itemprop=a itemscope id=b${i} itemref="a${i + 1} b${i + 1}"></p>`,
    )}<p itemscope itemref="a0 b0"></p>`,
  'one id for all': () => graph(list(12_000, () => '{"@id":"#a","@type":"Product","name":"x"}')),
  'a chain of ids': () =>
    graph(
      list(6_500, (i) => `{"@id":"#${i}","@type":"Product","offers":{"@id":"#${i + 1}"},"review":{"@id":"#${i}"}}`),
    ),
  'ids times ids': () =>
    `{"@context":"https://schema.org","@type":"Product","offers":[{"@id":"#o","@type":"Offer","shippingDetails":[{"@id":"#s","@type":"OfferShippingDetails"},${list(17_000, () => '{"@id":"#s"}')}]},${list(18_000, () => '{"@id":"#o"}')}]}`,
  'products that share a review of many ratings': () =>
    graph(
      `{"@id":"#r","@type":"Review","reviewRating":[${list(12_000, () => '{"@id":"#s"}')}]},${list(9_000, () => '{"@type":"Product","review":{"@id":"#r"}}')}`,
    ),
  'products of one id that share many offers': () =>
    graph(
      `{"@id":"#a","@type":"Product","name":"x","offers":[${list(4_900, () => '{"@type":"Offer"}')}]},${list(5_000, () => '{"@id":"#a","@type":"Product"}')}`,
    ),
  'products that share an offer of many policies': () =>
    graph(
      `{"@id":"#o","@type":"Offer","hasMerchantReturnPolicy":[${list(4_900, () => '{"@type":"MerchantReturnPolicy"}')}]},${list(5_000, () => '{"@type":"Product","offers":{"@id":"#o"}}')}`,
    ),
  'products that share an offer of one policy many times': () =>
    graph(
      `{"@id":"#o","@type":"Offer","shippingDetails":[${list(13_000, () => '{"@id":"#o"}')}]},${list(7_000, () => '{"@type":"Product","offers":{"@id":"#o"}}')}`,
    ),
  'reversed relations': () =>
    `<div vocab="https://schema.org/" typeof="Thing">${times(9_000, (i) => `<p rev="about" typeof="Article"><a rev="about" href="#${i}"></a>`)}`,
  'types as properties': () =>
    `<p vocab="https://schema.org/" about="#a">${times(12_000, (i) => `<link property="rdf:type" href="s:${i}">`)}`,
  'links to one item': () =>
    `<div vocab="https://schema.org/"><p typeof="Person" resource="#a"></p>${times(9_000, '<p typeof="Review"><link property="author" href="#a"></p>')}`,
  'whole addresses': () =>
    `[${list(4_000, (i) => `{"https://schema.org/about":[[{"@type":["https://schema.org/A${i}"],"@list":[{"@value":1}]}]]}`)}]`,
  'jobs in a circle': () =>
    graph(
      list(
        5_500,
        (i) =>
          `{"@id":"#${i}","@type":["JobPosting","Place"],"jobLocation":[{"@id":"#${i}"},{"@id":"#${i + 1}"}],"address":{"@id":"#${i}"}}`,
      ),
    ),
  'sections within sections': () =>
    `{"@context":"https://schema.org","@type":"Recipe","recipeInstructions":[${list(50, () => `{"@type":"HowToSection","itemListElement":[${list(14, () => `{"@type":"HowToStep","itemListElement":[${list(14, () => '{"@type":"HowToTip"}')}]}`)}]}`)}]}`,
  'contexts again and again': () =>
    `{"@context":{${list(5_000, (i) => `"k${i}":"https://schema.org/"`)}},"@graph":[${list(10_000, () => '{"@context":{"z":"y"},"n":1}')}]}`,
  'a list of contexts': () =>
    `{"@context":[${list(30_000, () => '{"a":"b"}')}],"@type":"Thing",${list(15_000, (i) => `"n${i}":1`)}}`,
  'prefixes again and again': () =>
    `<p prefix="${times(5_000, (i) => `a${i}: http://e.example/ `)}">${times(20_000, '<i vocab=x>')}`,
  'names that objects have': () =>
    '{"@context":"https://schema.org","@type":"__proto__","__proto__":{"polluted":1},"constructor":{"prototype":{"x":1}},"@id":"__proto__","hasOwnProperty":1}',
  binary: () => Array.from({ length: 200_000 }, (_, i) => String.fromCharCode((i * 7_919) % 65_536)).join(''),
  zeros: () => '\0'.repeat(500_000),
  'one bracket and lines': () => `{${'\n'.repeat(500_000)}`,
  'a long number': () => thing(`"name":${'9'.repeat(499_000)}`),
  'a long price': () =>
    `{"@context":"https://schema.org","@type":"Offer","price":"${'9'.repeat(250_000)}${' '.repeat(249_000)}x"}`,
  'half entities': () => '&'.repeat(500_000),
  'types without end': () =>
    `<p itemscope itemtype="${'https://schema.org/Product '.repeat(18_000)}"><i itemprop="${'name '.repeat(4_000)}">x</i>`,
  'reversed properties': () => thing(`"@reverse":{"about":[${list(25_000, () => '{"@type":"Article"}')}]}`),
}
