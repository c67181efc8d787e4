import { until } from '@rts/local/testing/until'
import { listeningLogger } from '@rts/outside/testing/setting'
import { type RunningSandbox, startSandbox } from '@rts/sandbox/start'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createSerpSource } from '../src/checks/providers/chain.ts'
import type { SerpProviderName } from '../src/checks/providers/providers.ts'
import { providersList, settingAt } from '../src/checks/providers/testing/setting.ts'
import { type Stage, startStage } from './support/stage.ts'

let stage: Stage
let sandbox: RunningSandbox
beforeAll(async () => {
  stage = await startStage()
  sandbox = await startSandbox({ clock: stage.clock.now })
})
afterAll(async () => {
  await stage.stop()
  await sandbox.close()
})
afterEach(async () => {
  await stage.clear()
  await control('POST', 'reset', {})
})

const phrase = 'kettle'
const hosts = Array.from({ length: 30 }, (_, i) => `https://site${i + 1}.org/`)

async function control(method: string, path: string, body: object): Promise<void> {
  const answer = await fetch(`${sandbox.url}/control/${path}`, { method, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(await answer.text())
}

/** The own site at a place of an otherwise steady page; 0: it has left. */
function rankAt(place: number): Promise<void> {
  const organic = place === 0 ? hosts : hosts.toSpliced(place - 1, 1, 'https://example.com/')
  return control('PUT', 'serp', { keyword: phrase, organic })
}

const spoil = (provider: SerpProviderName, mode: string, times?: number) =>
  control('POST', 'fail', { provider, mode, ...(times && { times }) })

/** Checks the phrase with these providers, in this order. */
async function begin(...providers: SerpProviderName[]): Promise<void> {
  const config = settingAt(sandbox.url, { ...providersList(...providers), SANDBOX_URL: sandbox.url })
  const source = createSerpSource(config, { clock: stage.clock, logger: listeningLogger().logger })
  // Half an hour after the page's time of the day.
  stage.pass(6.5)
  await stage.track('a', { phrases: [phrase] })
  await stage.start({ source, smart: true })
  await checked()
}

const state = async () => {
  const [row] = (
    await stage.pool.query(
      'SELECT last_check_status AS status, last_check_error AS error, last_check_at AS at FROM keyword',
    )
  ).rows
  return row
}
/** Waits until the check of this moment has ended, and answers what the keyword shows. */
async function checked(): Promise<string> {
  await stage.wake()
  const now = stage.clock.now().getTime()
  await until('the check', async () => (await state())?.at?.getTime() === now)
  const { status, error } = await state()
  return error ?? status
}
async function after(hours: number): Promise<string> {
  stage.pass(hours)
  return checked()
}
const ranks = () => stage.column<number>('SELECT position FROM ranks.rank ORDER BY checked_at')
const isDueIn = async (hours: number) => {
  const [due] = await stage.column<Date>('SELECT next_due_at FROM page_target')
  return due?.getTime() === stage.clock.now().getTime() + hours * 3_600_000
}

describe('one provider', () => {
  it.each(['withheld', 'emptied', 'poisoned', 'short', 'captcha'])(
    'a day of %s pages is no rank: the check is suspect, the rank before it stands, and the next good page counts',
    async (mode) => {
      await rankAt(7)
      await begin('serpapi')
      await spoil('serpapi', mode)
      expect(await after(24)).toBe('suspect')
      expect(await isDueIn(1)).toBe(true)
      expect(await after(1)).toBe('suspect')
      // At its next regular time.
      expect(await isDueIn(22.5 + 1 / 3_600)).toBe(true)
      await control('POST', 'reset', {})
      await rankAt(8)
      expect(await after(23)).toBe('ok')
      expect(await ranks()).toEqual([7, 8])
    },
  )

  it('a page that could not be read as far as the rank is no rank: the first page again in the place of the second', async () => {
    await rankAt(15)
    await begin('serpapi')
    await spoil('serpapi', 'repeated')
    expect(await after(24)).toBe('suspect')
    await control('POST', 'reset', {})
    await rankAt(16)
    expect(await after(1)).toBe('ok')
    expect(await ranks()).toEqual([15, 16])
  })

  it('recovers an hour later: one page more is bought', async () => {
    await rankAt(7)
    await begin('serpapi')
    await spoil('serpapi', 'withheld', 1)
    expect(await after(24)).toBe('suspect')
    expect(await after(1)).toBe('ok')
    expect(await ranks()).toEqual([7, 7])
  })

  it('a site that has really left an unchanged page is not found at once', async () => {
    await rankAt(7)
    await begin('serpapi')
    await rankAt(0)
    expect(await after(24)).toBe('ok')
    await until('the look at the whole depth', async () => (await ranks()).length === 2)
    expect(await ranks()).toEqual([7, 0])
  })

  it('a page that is another one from now on is believed within two days', async () => {
    await rankAt(7)
    await begin('serpapi')
    const others = Array.from({ length: 30 }, (_, i) => `https://new${i + 1}.org/`)
    await control('PUT', 'serp', { keyword: phrase, organic: others })
    expect(await after(24)).toBe('suspect')
    expect(await after(1)).toBe('suspect')
    expect(await after(23)).toBe('ok')
    await until('the look at the whole depth', async () => (await ranks()).length === 2)
    expect(await ranks()).toEqual([7, 0])
  })

  it('a sealed address above the rank, or without a rank, fails the check; below the rank it does not', async () => {
    await rankAt(2)
    await begin('serper')
    await control('PUT', 'serp', { keyword: phrase, organic: [...hosts.slice(0, 3), 'https://example.com/'] })
    await spoil('serper', 'sealed', 1)
    expect(await after(24)).toBe('suspect')
    expect(await ranks()).toEqual([2])
  })
})

it('a fall far beyond the usual places is looked at again within the hour, once; a small one or the way back is not', async () => {
  await rankAt(8)
  await begin('serpapi')
  for (const place of [8, 9, 8, 9]) {
    await rankAt(place)
    expect(await after(24)).toBe('ok')
    expect(await isDueIn(0.5)).toBe(false)
  }
  await rankAt(14)
  expect(await after(24)).toBe('ok')
  expect(await isDueIn(0.5)).toBe(true)
  expect(await after(0.5)).toBe('ok')
  expect(await isDueIn(23 + 1 / 3_600)).toBe(true)
  await rankAt(8)
  expect(await after(23.5)).toBe('ok')
  expect(await isDueIn(0.5)).toBe(false)
  expect(await ranks()).toEqual([8, 8, 9, 8, 9, 14, 14, 8])
})

describe('two providers', () => {
  it.each(['withheld', 'emptied', 'poisoned', 'short', 'captcha'])(
    '%s pages of the first: the second is asked at once',
    async (mode) => {
      await rankAt(7)
      await begin('serpapi', 'serper')
      await spoil('serpapi', mode)
      expect(await after(24)).toBe('ok')
      expect(await ranks()).toEqual([7, 7])
      expect(await stage.column('SELECT DISTINCT source FROM ranks.page_history ORDER BY 1')).toEqual([
        'serpapi',
        'serper',
      ])
    },
  )

  it.each(['emptied', 'short'])('%s pages of both are alike, and no rank for half a day', async (mode) => {
    await rankAt(7)
    await begin('serpapi', 'valueserp')
    for (const provider of ['serpapi', 'valueserp'] as const) await spoil(provider, mode)
    expect(await after(24)).toBe('suspect')
    expect(await after(1)).toBe('suspect')
    await control('POST', 'reset', {})
    await rankAt(8)
    expect(await after(23)).toBe('ok')
    expect(await ranks()).toEqual([7, 8])
  })

  it('another page that both show is believed at once', async () => {
    await rankAt(7)
    await begin('serpapi', 'serper')
    const others = Array.from({ length: 30 }, (_, i) => `https://new${i + 1}.org/`)
    await control('PUT', 'serp', { keyword: phrase, organic: others.toSpliced(3, 0, 'https://example.com/') })
    expect(await after(24)).toBe('ok')
    expect(await ranks()).toEqual([7, 4])
  })

  it('every page that was doubted is booked', async () => {
    await rankAt(7)
    await begin('serpapi', 'serper')
    const usd = async () => (await stage.column<number>('SELECT sum(usd)::float8 FROM spend.book'))[0] ?? 0
    const before = await usd()
    await spoil('serpapi', 'short')
    await after(24)
    // One page of SerpApi's, and two of Serper's: smart depth reads the page after the rank.
    expect((await usd()) - before).toBeCloseTo(0.015 + 2 * 0.001, 6)
  })
})
