import { readFileSync } from 'node:fs'
import { dearTexts } from '@rts/shared/testing/hostile-texts'
import { countWork, linearGrowth } from '@rts/shared/testing/work'
import { afterAll, describe, expect, it } from 'vitest'
import { plain } from './plain-text.ts'
import { detectMentions } from './testing/detect.ts'

const corpus = readFileSync(new URL('./fixtures/ai-answers.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

describe('the labelled answers', () => {
  it.each(corpus.map((row) => [row.note, row]))('%s', (_note, row) => {
    const { mentioned, cited, position, citationPosition } = row
    expect(detectMentions(row)).toEqual({ mentioned, cited, position, citationPosition })
  })
})

const known = (brand: string, domain: string, ...aliases: string[]) => ({ brand, domain, aliases })
const notion = known('Notion', 'notion.so')
const rivals = [known('Obsidian', 'obsidian.md'), known('Blue Bottle', 'bluebottlecoffee.com')]
const detect = (text: string, own = notion, urls: string[] = [], prompt?: string) =>
  detectMentions({ ...own, rivals, text, citations: urls.map((url) => ({ url, title: null })), prompt })

describe('a name', () => {
  it.each([
    ['with a trade mark', 'Use Notion™ for notes.'],
    ['before a footnote number', 'Use Notion¹ or Notion[2].'],
    ['with invisible signs and emphasis in it', 'Use **No**t\u200bion.'],
    ['in full width', 'Ｎｏｔｉｏｎは便利です'],
    ['between Thai letters', 'ใช้Notionได้ดี'],
    ['before a Hangul word', 'Notion식 관리'],
    ['after a full stop without a space', 'It is free.Notion is good.'],
    ['before a full stop without a space', 'I like Notion.In contrast, others fail.'],
    ['after a French elision', "La base d'Notion"],
    ['after an emoji', '1\ufe0f\u20e3Notion, 2\ufe0f\u20e3 others'],
    ['as an address without a scheme', 'Go to WWW.NOTION.SO/product, or not.'],
    ['as the label of a link', '[Notion](https://example.com/x)'],
  ])('%s counts', (_case, text) => {
    expect(detect(text)).toMatchObject({ mentioned: true, cited: false })
  })

  it.each([
    ['inside a longer word', 'Notional, Notions, preNotion, Notion2'],
    ['in an e-mail address', 'Write to Notion@example.com or help@notion.so.'],
    ['in a foreign host or its path', 'See notion.com, Notion.example.org and obsidian.md/Notion-vs-x.'],
    ['in an address', 'See https://example.com/Notion?x=Notion#Notion.'],
    ['in an address within brackets', '(https://en.wikipedia.org/wiki/Notion_(software))'],
  ])('%s does not', (_case, text) => {
    expect(detect(text)).toMatchObject({ mentioned: false, position: null })
  })

  it.each([
    ['lower case', 'try blue bottle first'],
    ['another line', 'try Blue\n  Bottle first'],
    ['a hard space', 'try Blue\u00a0Bottle first'],
    ['a compound', 'Der Blue-Bottle-Kaffee'],
  ])('of several words counts in %s', (_case, text) => {
    expect(detect(text, known('Blue Bottle', 'bluebottle.example')).mentioned).toBe(true)
  })

  it.each([
    ['Cyrillic, declined', 'Альфа', 'Карта Альфы выгодна', true],
    ['Cyrillic, a longer word', 'Альфа', 'Альфастрахование растёт', false],
    ['Arabic with a preposition', 'جرير', 'اشتر بجرير اليوم', true],
    ['Arabic with vowel signs', 'جرير', 'مكتبة جَرِير', true],
    ['Hangul with two particles', '노션', '노션에서는 쉽다', true],
    ['Hangul in a longer word', '노션', '노션월드', false],
    ['Hiragana before a particle', 'しまむら', '服はしまむらが安い', true],
    ['Han, which has no spaces', '小米', '我推荐小米手机', true],
    ['Turkish without its dot', 'Işık', 'IŞIK okulları', true],
    ['signs at its end', 'Yahoo!', 'Yahoo! is old', true],
    ['a name that looks like a host', 'ASP.NET', 'ASP.NET runs it', true],
  ])('in %s', (_case, brand, text, mentioned) => {
    expect(detect(text, known(brand, 'own.example')).mentioned).toBe(mentioned)
  })
})

describe('code', () => {
  const own = known('Mercury', 'mercury.example')
  const found = (text: string) => detect(text, own).mentioned

  it.each([
    ['inline', 'Call `Mercury.send()` first.'],
    ['a package', 'Install @Mercury/sdk or `@mercury/sdk`.'],
    ['a command of an installer', 'Run npm install -D Mercury-sdk, or pip install Mercury.'],
    ['a fence', 'So:\n\n```ts\nimport Mercury from "x"\n```\nDone.'],
    ['a fence of tildes in a list, in a quote', '> 1. So:\n>    ~~~~\n>    Mercury\n>    ~~~\n>    ~~~~~\nDone.'],
    ['a fence without an end', 'So:\n```\nMercury'],
  ])('names no one: %s', (_case, text) => {
    expect([found(text), found(`Mercury is one. ${text}`), found(`${text}\n`)]).toEqual([false, true, false])
  })

  it.each([
    ['behind it', 'Call `send()`, says Mercury.'],
    ['in a whole answer that is fenced as Markdown', '```markdown\n# Banks\n\nMercury is one.\n```'],
    ['between two apostrophes that are written as back ticks', 'Peet`s and Mercury and Peet`s again.'],
    ['with its handle', 'Ask @Mercury or Mercury/Brex.'],
  ])('does not hide a name: %s', (_case, text) => {
    expect(found(text)).toBe(true)
  })

  it('cites no address of its lines', () => {
    expect(detect('```sh\ncurl https://notion.so/x\n```')).toMatchObject({ mentioned: false, cited: false })
  })
})

describe('a name that begins with a digit', () => {
  it.each([
    ['3M', 'Use tape of 3M.', true],
    ['3M', 'A 3m long shelf.', false],
    ['3M', 'It raised $3M, then € 3M and 1.3M more.', false],
    ['1Password', 'Use 1Password.', true],
    ['7-Eleven', 'Go to 7-ELEVEN.', true],
    ['360', 'Ask 360 for it.', true],
  ])('%s in “%s”: %s', (brand, text, mentioned) => {
    expect(detect(text, known(brand, 'own.example')).mentioned).toBe(mentioned)
  })
})

describe('an ending written onto a name', () => {
  const names = (brand: string, text: string, rival = '') =>
    detectMentions({ ...known(brand, 'own.example'), rivals: [known(rival, '')], text, citations: [] }).mentioned

  it.each([
    ['Indonesian -nya', 'Tokopedia', 'Tokopedianya lebih lengkap.'],
    ['-nya after several words', 'Kopi Kenangan', 'Kopi Kenangannya enak.'],
    ['-nya in capitals', 'Gojek', 'GOJEKNYA MURAH'],
    ['-ku', 'Shopee', 'Isi keranjang Shopeeku.'],
    ['-mu', 'Gojek', 'Buka Gojekmu dulu.'],
    ['the German genitive', 'Melitta', 'Viele loben Melittas Filter.'],
    ['the genitive after a hyphen', 'Coca-Cola', 'Das ist Coca-Colas Rezept und bleibt geheim.'],
    ['the genitive behind its noun', 'Apple', 'Der Umsatz Apples ist gestiegen.'],
    ['the genitive with an apostrophe', 'Nespresso', "Nespresso's Kapseln"],
    ['the genitive of a name in -s', 'Hans', 'Hans’ Kaffee'],
  ])('counts: %s', (_case, brand, text) => {
    expect(names(brand, text)).toBe(true)
  })

  it.each([
    ['-nya that makes a short name another word', 'Ke', 'Kenya, Kenya dan Kenya'],
    ['-ku that makes a short name another word', 'Sudo', 'Main Sudoku saja.'],
    ['-nya in a longer word', 'Tokopedia', 'Tokopedianyata'],
    ['an English plural', 'Apple', 'Apples and Peaks are ordinary words.'],
    ['a plural of a loanword', 'Notion', 'Für viele sind Notions und Ideen dasselbe.'],
    ['a second -s', 'Hans', 'Hanss ist nicht der Name.'],
    ['lower case', 'Apple', 'Das Wort apples ist englisch.'],
  ])('does not count: %s', (_case, brand, text) => {
    expect(names(brand, text)).toBe(false)
  })

  it('does not count where name and ending are another known name', () => {
    const text = 'Teams ist nicht der Name der Firma, und Kopinya auch nicht.'
    expect([names('Team', text, 'Teams'), names('Kopi', text, 'Kopinya')]).toEqual([false, false])
    expect([names('Team', text), names('Kopi', text)]).toEqual([true, true])
  })
})

describe('a rival of ordinary words', () => {
  const others = ['Blue Bottle', 'Apple', 'Peak', 'adidas', 'Coca-Cola', '노션 랩'].map((name) => known(name, ''))
  const placeAfter = (text: string) =>
    detectMentions({ ...notion, rivals: others, text: `${text} Notion.`, citations: [] }).position

  it.each([
    ['in lower case', 'Pour it into a blue bottle, eat an apple at the peak.', 1],
    ['in lower case, joined', 'A blue-bottle fly.', 1],
    ['in capitals', 'BLUE BOTTLE AND APPLE:', 3],
    ['in title case', 'Why Blue Bottle Leads', 2],
    ['with one capital', 'The Blue bottle roast', 2],
    ['that is written in lower case itself', 'Shoes of adidas and ADIDAS', 2],
    ['that is no ordinary word, in lower case', 'a glass of coca-cola', 2],
    ['in a script without case', '노션 랩은 좋다', 2],
  ])('%s', (_case, text, place) => {
    expect(placeAfter(text)).toBe(place)
  })

  it('in lower case is not the site’s own name either, unless the text has no capitals at all', () => {
    const own = known('Blue Bottle', 'bluebottle.example')
    const found = (text: string) => detectMentions({ ...own, rivals: [], text, citations: [] }).mentioned
    expect([found('Pour it into a blue bottle.'), found('try blue bottle first')]).toEqual([false, true])
  })
})

describe('a name in lower case', () => {
  const kopita = known('Kopita', 'kopita.id')

  it.each([
    ['a capital inside it', known('HubSpot', 'hubspot.example'), 'Many use hubspot for it.', [], true],
    ['a page of its site among the sources', kopita, 'Try kopita for beans.', ['https://www.kopita.id/biji'], true],
    ['a link to its site', kopita, 'Try [kopita](https://kopita.id/) for beans.', [], true],
    ['a link to somebody else', kopita, 'Try [kopita](https://kopi.example/) for beans.', [], false],
    ['nothing that tells it from a word', kopita, 'Try kopita for beans.', [], false],
  ] as const)('with %s', (_case, own, text, urls, mentioned) => {
    expect(detect(text, own, [...urls]).mentioned).toBe(mentioned)
  })

  it('is that of the site whose page is cited, and not of another', () => {
    const text = 'An obsidian knife. Try kopita, then Notion.'
    expect(detect(text, notion, ['https://kopita.id/']).position).toBe(1)
    expect(detect(text, notion, ['https://obsidian.md/']).position).toBe(2)
  })
})

describe('a hostile text', () => {
  const work = countWork(import.meta.resolve('./mentions.ts'), detectMentions.name)
  afterAll(() => work.stop())

  it.each([
    'Melittas ',
    'Blue Bottle',
    'Kopi Kenangannya ',
    'a blue-bottle ',
    '](a "',
    '@a.',
    'http://a',
    ' `a',
    '\n```a ',
    '@a/',
    'npm install ',
  ])('of many %j: the work grows with its length alone', async (piece) => {
    const rivals = [known('Blue Bottle', 'b.example'), known('Kopi Kenangan', 'k.example')]
    const input = (times: number) => {
      return [{ ...known('Melitta', 'm.example'), rivals, text: piece.repeat(times), citations: [] }]
    }
    expect(await work.growthOf(input, 240)).toBeLessThan(linearGrowth)
  })

  it.each([
    ['target of a link', '](', 'a.', ''],
    ['token with dashes', 'a.b', '-', 'c'],
    ['path of full stops', 'm.example/', '.', 'c'],
    ['row of back ticks', 'a ', '`', ' b'],
    ['indented fence', '', '> ', '```'],
    ['command', 'npm', ' ', 'install'],
  ])('with a long %s: the work grows with its length alone', async (_case, before, piece, after) => {
    const input = (times: number) => {
      const text = before + piece.repeat(times) + after
      return [{ ...known('M', 'm.example'), rivals: [], text, citations: [] }]
    }
    expect(await work.growthOf(input, 800)).toBeLessThan(linearGrowth)
  })
})

describe('a long answer', () => {
  const work = countWork(import.meta.resolve('./plain-text.ts'), plain.name)
  afterAll(() => work.stop())

  it('is read in the time of its length, whatever it holds', async () => {
    expect(await dearTexts(work, 8_000)).toEqual([])
  })
})

describe('a citation', () => {
  it('comes from links, references and addresses of the text, after those of the engine', () => {
    const text = '[a](https://b.example/x) [1]: https://c.example/ and https://www.notion.so/de。'
    expect(detect(text, notion, ['https://a.example/'])).toMatchObject({ cited: true, citationPosition: 4 })
  })

  it('is read from the target of a link that has no scheme', () => {
    expect(detect('Use [it](www.notion.so/product "Notion").')).toMatchObject({ mentioned: false, cited: true })
  })

  it('ends where prose goes on without a space', () => {
    const text = '详见https://www.notion.so和https://www.notion.so/zh-cn更多'
    expect(detect(text)).toMatchObject({ mentioned: false, cited: true, citationPosition: 1 })
  })

  it('behind a redirect, cache or translator of an engine is of the page itself', () => {
    const urls = ['https://www.google.com/url?q=https://www.notion.so/a', 'https://www-notion-so.translate.goog/b']
    for (const url of urls) {
      expect(detect('', notion, [url]), url).toMatchObject({ cited: true })
      expect(detect(`See [the page](${url}).`), url).toMatchObject({ mentioned: false, cited: true })
    }
  })

  it('of an archive, a look-alike or nonsense is somebody else’s', () => {
    const urls = ['https://web.archive.org/web/https://notion.so/', 'https://notion.so.evil.example/', '::', '']
    expect(detect('', notion, urls)).toMatchObject({ cited: false, citationPosition: null })
  })
})

describe('the echoed prompt', () => {
  it.each([
    'Is Notion good for teams?',
    '> **is notion good\n> for teams?**',
    '"Is Notion good for teams" – it depends.',
  ])('does not count: %s', (text) => {
    const prompt = 'Is Notion good for teams?'
    expect(detect(text.replaceAll('\n> ', '\n'), notion, [], prompt).mentioned).toBe(false)
  })

  it('does not hide what is named after it, nor a prompt of one word what it names', () => {
    expect(detect('Is Notion good? Yes, Notion is.', notion, [], 'Is Notion good?').mentioned).toBe(true)
    expect(detect('Notion is an app.', notion, [], 'Notion').mentioned).toBe(true)
  })

  it('does not cite by its address', () => {
    const prompt = 'Is https://notion.so any good?'
    expect(detect(`${prompt} Hard to say.`, notion, [], prompt)).toMatchObject({ mentioned: false, cited: false })
  })
})
