import { answering, useScriptedProvider } from '@rts/outside/testing/scripted-provider'
import { listeningLogger, standingClock } from '@rts/outside/testing/setting'
import { describe, expect, it } from 'vitest'
import { compactPage, rankOnPage } from '../rules/positions.ts'
import { createSerpSource } from './chain.ts'
import type { OrganicResult } from './serp.ts'
import { formats } from './testing/formats.ts'
import { dataforseo } from './testing/hard-pages/dataforseo.ts'
import { others } from './testing/hard-pages/others.ts'
import { serpapi } from './testing/hard-pages/serpapi.ts'
import { providersList, queryFor, settingAt } from './testing/setting.ts'

const provider = useScriptedProvider()
const hardPages = { ...others, serpapi, dataforseo }

/** As the corpus writes a page: `-` where the owner is unknown. */
function written(organic: readonly OrganicResult[], like: string): string {
  const last = Math.max(0, ...organic.map(({ position }) => position))
  const asked = like.split(' ')
  const tokens = Array.from({ length: last }, (_, i) => {
    const found = organic.find(({ position }) => position === i + 1)
    if (!found) return '-'
    const url = found.url?.replace(/^https?:\/\//, '')
    return url && asked[i]?.includes('/') ? url : found.host
  })
  return tokens.join(' ')
}

describe.each(formats)('$name reads hard pages rightly or not at all', ({ name, pageIndex, empty }) => {
  it.each(hardPages[name] ?? [])('$what ($source)', async ({ pages, depth = 100, reads }) => {
    provider.does((call, response) => {
      const body = pages[pageIndex?.(call) ?? 0] ?? empty()
      if (typeof body === 'string') return answering(200, body)(call, response)
      if (!(body instanceof Uint8Array)) return body
      response.writeHead(200).end(body)
      return undefined
    })
    const config = settingAt(provider.url(), providersList(name))
    const source = createSerpSource(config, { clock: standingClock(), logger: listeningLogger().logger })
    const read = await source.ask(queryFor('tea', { depth }))
    if (typeof reads === 'string') {
      expect(read).toMatchObject({ ok: false, kind: reads })
      return
    }
    if (!read.ok) throw new Error(`it was not read: ${read.kind}`)
    const { organic, blocks } = read.value
    expect(written(organic, reads.organic)).toBe(reads.organic)
    expect(read.value.depth).toBe(reads.depth ?? depth)
    if (reads.own) expect(rankOnPage(compactPage(organic), reads.own[0]).position).toBe(reads.own[1])
    if (reads.cites) expect(blocks.citations).toEqual(reads.cites)
    if (reads.snippet) expect(blocks.snippet).toBe(reads.snippet)
  })
})
