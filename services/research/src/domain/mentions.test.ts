import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { detectMentions } from './mentions.ts'

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
