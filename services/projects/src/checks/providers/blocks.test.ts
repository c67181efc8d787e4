import { readFileSync } from 'node:fs'
import { useScriptedProvider } from '@rts/outside/testing/scripted-provider'
import { listeningLogger, standingClock } from '@rts/outside/testing/setting'
import { describe, expect, it } from 'vitest'
import { noBlocks } from '../../history/rules/blocks.ts'
import { createSerpSource } from './chain.ts'
import { type SerpProviderName, serpProviderNames } from './providers.ts'
import { formats, sites } from './testing/formats.ts'
import { providersList, queryFor, settingAt } from './testing/setting.ts'

const provider = useScriptedProvider()
const recorded = (name: string): object =>
  JSON.parse(
    readFileSync(new URL(`../../../../../packages/sandbox/src/fixtures/${name}.json`, import.meta.url), 'utf8'),
  )
/** Reads one page of a provider. */
async function blocksIn(name: SerpProviderName, body: object) {
  provider.does(() => body)
  const setting = settingAt(provider.url(), providersList(name))
  const page = await createSerpSource(setting, { clock: standingClock(), logger: listeningLogger().logger }).ask(
    queryFor('tea', { depth: 8 }),
  )
  if (!page.ok) throw new Error(`${name}: ${page.kind}`)
  return page.value.blocks
}
const formatOf = (name: SerpProviderName) => {
  const format = formats.find((each) => each.name === name)
  if (!format) throw new Error(`no format of ${name}`)
  return format
}
/** A page of results with further fields. */
const pageWith = (name: SerpProviderName, fields: object) => ({ ...formatOf(name).page(sites(8)), ...fields })
const reference = [
  { title: 'One', link: 'https://one.com/a' },
  { title: 'Two', link: 'https://www.google.com/url?q=https://two.com/b&sa=U' },
]
const cited = ['https://one.com/a', 'https://two.com/b']

it.each(serpProviderNames)(
  '%s: a page without other blocks has none of those that its documents name, and the rest is unknown',
  async (name) => {
    const { kinds, citations, snippet } = await blocksIn(name, formatOf(name).page(sites(8)))
    expect(Object.values(kinds)).not.toContain(true)
    expect({ citations, snippet }).toEqual({ citations: null, snippet: null })
    if (name === 'searxng') expect(kinds).toEqual({})
  },
)

it.each(serpProviderNames.filter((name) => name !== 'searxng'))(
  '%s: questions on a page are a block of it',
  async (name) => {
    expect((await blocksIn(name, formatOf(name).crowded(sites(8)))).kinds.questions).toBe(true)
  },
)

it('only what stands on the first page of a provider with pages counts, so that it is the same however deep others read', async () => {
  const { pageIndex, page } = formatOf('serpapi')
  provider.does((call) => ({
    ...page(sites(10)),
    ...(pageIndex?.(call) === 1 && { ads: [{ link: 'https://ad.com/' }] }),
  }))
  const setting = settingAt(provider.url(), providersList('serpapi'))
  const deps = { clock: standingClock(), logger: listeningLogger().logger }
  const answer = await createSerpSource(setting, deps).ask(queryFor('tea', { depth: 20 }))
  expect(provider.calls().length).toBeGreaterThan(1)
  expect(answer.ok && answer.value.blocks.kinds.ad).toBe(false)
})

describe('serpapi', () => {
  it('of a recorded page: recipes, videos, questions and a knowledge panel, no ads, no AI overview', async () => {
    const { kinds, ...rest } = await blocksIn('serpapi', recorded('serpapi-coffee'))
    expect(kinds).toEqual({
      recipes: true,
      video: true,
      questions: true,
      knowledge: true,
      ad: false,
      snippet: false,
      ai_overview: false,
      local: false,
      images: false,
      news: false,
      shopping: false,
      discussions: false,
    })
    expect(rest).toEqual({ citations: null, snippet: null })
  })

  it('an AI overview with its references, and one that is to be asked for apart', async () => {
    const overview = { text_blocks: [{ type: 'paragraph', snippet: 'Tea.', reference_indexes: [0, 1] }] }
    expect(
      await blocksIn('serpapi', pageWith('serpapi', { ai_overview: { ...overview, references: reference } })),
    ).toMatchObject({
      kinds: { ai_overview: true },
      citations: cited,
    })
    const token = {
      page_token: 'KIVu-nictZPdjrI4GMeTPdkrWU8c',
      serpapi_link: 'https://serpapi.com/search.json?engine=google_ai_overview',
    }
    expect(await blocksIn('serpapi', pageWith('serpapi', { ai_overview: token }))).toMatchObject({
      kinds: { ai_overview: true },
      citations: null,
    })
    const { kinds } = await blocksIn('serpapi', pageWith('serpapi', { ai_overview: { error: 'Could not be loaded' } }))
    expect(kinds).not.toHaveProperty('ai_overview')
  })

  it('an answer box is a featured snippet where it is of a page, not where Google computes', async () => {
    const box = (answer_box: object) => blocksIn('serpapi', pageWith('serpapi', { answer_box }))
    expect(await box({ type: 'organic_result', title: 'Tea', link: 'https://one.com/tea' })).toMatchObject({
      kinds: { snippet: true },
      snippet: 'https://one.com/tea',
    })
    expect(await box({ type: 'calculator_result', result: '4' })).toMatchObject({
      kinds: { snippet: false },
      snippet: null,
    })
    expect((await box({ title: 'of another form' })).kinds).not.toHaveProperty('snippet')
  })
})

describe('dataforseo', () => {
  const itemsOf = (...items: object[]) => ({
    status_code: 20000,
    tasks: [{ id: 't', cost: 0.002, status_code: 20000, result: [{ items }] }],
  })
  const organic = (rank_group: number) => ({ type: 'organic', rank_group, url: `https://site${rank_group}.com/` })

  it('of its documented answer: no other block on the first page', async () => {
    const { kinds } = await blocksIn('dataforseo', recorded('dataforseo-flights'))
    expect(Object.values(kinds)).toEqual(Array(12).fill(false))
  })

  it('each type of element, and whom its AI overview cites as a whole and in its parts', async () => {
    const part = { type: 'ai_overview_element', text: 'Tea.', references: [{ url: 'https://two.com/b' }] }
    const overview = {
      type: 'ai_overview',
      asynchronous_ai_overview: false,
      items: [part],
      references: [{ url: 'https://one.com/a' }],
    }
    const snippet = { type: 'featured_snippet', url: 'https://one.com/tea' }
    const others = ['paid', 'local_pack', 'video', 'images', 'top_stories', 'popular_products', 'knowledge_graph'].map(
      (type) => ({ type }),
    )
    expect(await blocksIn('dataforseo', itemsOf(overview, snippet, ...others, organic(1)))).toEqual({
      kinds: {
        ad: true,
        snippet: true,
        ai_overview: true,
        local: true,
        video: true,
        images: true,
        news: true,
        shopping: true,
        knowledge: true,
        questions: false,
        recipes: false,
        discussions: false,
      },
      citations: cited,
      snippet: 'https://one.com/tea',
    })
  })

  it('an AI overview that Google loads later: whom it cites is unknown', async () => {
    const later = { type: 'ai_overview', asynchronous_ai_overview: true, items: null, references: null }
    expect(await blocksIn('dataforseo', itemsOf(later, organic(1)))).toMatchObject({
      kinds: { ai_overview: true },
      citations: null,
    })
  })

  it('only what stands on the first page counts, so that it is the same however deep others read', async () => {
    const { kinds } = await blocksIn('dataforseo', itemsOf(organic(1), organic(11), { type: 'images' }))
    expect(kinds.images).toBe(false)
  })

  it('an empty page says nothing', async () => {
    expect(await blocksIn('dataforseo', formatOf('dataforseo').empty())).toEqual(noBlocks)
  })
})

it('serper: a box with an address is a snippet; of ads and AI overviews it says nothing', async () => {
  const answerBox = { snippet: 'Tea is a drink.', title: 'Tea', link: 'https://one.com/tea' }
  const fields = {
    answerBox,
    places: [{ title: 'Shop' }],
    topStories: [{ title: 'News' }],
    knowledgeGraph: { title: 'Tea' },
  }
  const { kinds, snippet } = await blocksIn('serper', pageWith('serper', fields))
  expect(kinds).toEqual({ snippet: true, local: true, news: true, knowledge: true, questions: false })
  expect(snippet).toBe('https://one.com/tea')
})

it('searchapi: an AI overview with its links, and a snippet', async () => {
  const ai_overview = { text_blocks: [{ type: 'paragraph', answer: 'Tea.' }], reference_links: reference }
  const answer_box = {
    type: 'organic_result',
    answer: 'Tea',
    organic_result: { title: 'Tea', link: 'https://one.com/tea' },
  }
  expect(await blocksIn('searchapi', pageWith('searchapi', { ai_overview, answer_box }))).toMatchObject({
    kinds: { ai_overview: true, snippet: true },
    citations: cited,
    snippet: 'https://one.com/tea',
  })
})

it('brightdata: the parts of a page that its documents show', async () => {
  const fields = {
    top_ads: [{ link: 'https://ad.com/' }],
    snack_pack: [{ name: 'PizzaForno' }],
    knowledge: { name: 'Pizza' },
  }
  const { kinds } = await blocksIn('brightdata', pageWith('brightdata', fields))
  expect(kinds).toEqual({ ad: true, local: true, knowledge: true, questions: false, discussions: false })
})

it('valueserp, hasdata, serply and oxylabs: ads of a page are a block of it, and AI overviews that they sell apart are unknown', async () => {
  const blocksWith = (name: SerpProviderName) => blocksIn(name, formatOf(name).crowded(sites(8)))
  for (const name of ['valueserp', 'hasdata', 'serply', 'oxylabs'] as const) {
    const { kinds } = await blocksWith(name)
    expect([name, kinds.ad, kinds.ai_overview]).toEqual([name, true, undefined])
  }
})
