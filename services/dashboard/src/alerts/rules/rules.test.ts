import type { PassRow } from '@rts/shared/contract/rows/advice'
import { alertRules as alertNames } from '@rts/shared/contract/rows/alert'
import type { PromptRow } from '@rts/shared/contract/rows/prompt'
import type { OverviewRow } from '@rts/shared/contract/rows/rank'
import { describe, expect, it } from 'vitest'
import { cardFactsOf } from '../../advice/advice.ts'
import { ago, issue, link, now, pass, rank } from '../../advice/rules/testing/facts.ts'
import { aiLost, aiWon } from './ai-mentions.ts'
import { watchedOf } from './checks.ts'
import type { AlertRule, Moment } from './model.ts'
import { fell, leftTop, newPage, notFound, reachedTop, rose } from './ranks.ts'
import { alertRules, momentsOfRules } from './rules.ts'
import { auditErrors, checksFail, clicksFell, linksLost, linksWon, rivalPassed } from './site.ts'
import { type Day, keywordOf, pastOf } from './testing/keywords.ts'
import { randomOf } from './testing/years.ts'

/** Reads of a site's facts that know these. */
const readersWith = (known: { ranks: OverviewRow[]; passes?: PassRow[] }) => {
  const none = async () => {
    throw new Error('no rule of an alert reads this')
  }
  return {
    ranks: async () => known.ranks,
    passes: async () => known.passes ?? [],
    changes: none,
    volumes: none,
    links: none,
    audit: none,
  }
}

const steady: Day[] = [8, 8, 9, 8, 7, 8, 8, 9, 8, 8]
/** The figures of the moments of a rule, for one keyword. */
function moved(rule: AlertRule<'pasts'>, threshold: number, days: readonly Day[]) {
  return rule.find({ pasts: [keywordOf('tea', days)] }, threshold, now).map(({ from, to }) => [from, to])
}

describe('the rules', () => {
  it('are those of the contract, each once, and find nothing where nothing is known', () => {
    expect(alertRules.map(({ name }) => name).sort()).toEqual([...alertNames].sort())
    const all = new Map(alertNames.map((name) => [name, 10]))
    expect(momentsOfRules({}, all, now)).toEqual([])
  })

  it('a check of a keyword is one alert, by the first rule that holds', () => {
    const known = { pasts: [keywordOf('tea', [...steady, 0, 0, 0])] }
    const thresholds = new Map([...alertNames].map((name) => [name, 10] as const))
    expect(momentsOfRules(known, thresholds, now).map(({ rule }) => rule)).toEqual(['not_found'])
  })
})

describe('left_top and reached_top', () => {
  it('at the third check outside, and not again before two inside', () => {
    expect(moved(leftTop, 10, [...steady, 14, 15])).toEqual([])
    expect(moved(leftTop, 10, [...steady, 14, 15, 14])).toEqual([[8, 14]])
    expect(moved(leftTop, 10, [...steady, 14, 15, 14, 9, 15, 14, 15])).toEqual([[8, 14]])
    expect(moved(leftTop, 10, [...steady, 14, 15, 14, 9, 8, 15, 14, 15]).length).toBe(2)
  })

  it('not for a place near the border, nor for a jump of two checks', () => {
    expect(moved(leftTop, 10, [9, 10, 9, 10, 9, 11, 10, 11, 11, 11])).toEqual([])
    expect(moved(leftTop, 10, [...steady, 40, 40, 8, 9])).toEqual([])
    expect(moved(leftTop, 3, [2, 2, 2, 2, 2, 4, 4, 4, 4])).toEqual([[2, 4]])
  })

  it('into the first places from behind, and from not found', () => {
    expect(moved(reachedTop, 10, [15, 16, 15, 15, 7, 8, 7])).toEqual([[15, 7]])
    expect(moved(reachedTop, 3, [0, 0, 0, 0, 2, 2, 2])).toEqual([[0, 2]])
    expect(moved(reachedTop, 10, [11, 12, 11, 10, 11, 10, 10])).toEqual([])
  })
})

describe('a second look', () => {
  it('within the hour at two checks on end confirms as much as three checks; at one of them nothing', () => {
    const again = (position: number) => ({ position, again: 9 })
    expect(moved(leftTop, 10, [...steady, 14, again(15)])).toEqual([])
    expect(moved(leftTop, 10, [...steady, 14, again(15), 14])).toEqual([])
    expect(moved(leftTop, 10, [...steady, 14, again(15), 14, again(13)])).toEqual([[8, 13]])
    expect(moved(leftTop, 10, [...steady, 14, again(8), 14, again(13)])).toEqual([])
  })

  it('of checks a week apart two looks are enough, within the hour or at the next check', () => {
    const weekly = (...days: number[]) =>
      notFound.find({ pasts: [watchedOf(pastOf('tea', days, 7))] }, 0, now).map(({ to }) => to)
    expect(weekly(5, 5, 5, 5, 0)).toEqual([])
    expect(weekly(5, 5, 5, 5, 0, 0)).toEqual([0])
    expect(weekly(5, 5, 5, 5, 0, 5)).toEqual([])
  })
})

describe('fell, rose and not_found', () => {
  it('by so many places beside the usual one, or by as much of a place near the top', () => {
    expect(moved(fell, 20, [...steady, 19, 19, 19])).toEqual([])
    expect(moved(fell, 10, [...steady, 18, 18, 18])).toEqual([[8, 18]])
    expect(moved(fell, 10, [...steady, 0, 0, 0])).toEqual([[8, 0]])
    expect(moved(fell, 10, [3, 3, 3, 3, 3, 6, 6, 6])).toEqual([[3, 6]])
    expect(moved(rose, 10, [25, 24, 26, 25, 25, 25, 26, 12, 13, 12])).toEqual([[25, 12]])
  })

  it('a slide is seen beside the eight weeks before the last four', () => {
    const places = Array.from({ length: 100 }, (_, day) => Math.round(5 + Math.max(0, day - 60) / 6))
    expect(moved(fell, 10, places).map(([from]) => from)).toEqual([5])
  })

  it('not where people hardly saw it, nor before three checks', () => {
    expect(moved(fell, 10, [40, 41, 40, 40, 60, 60, 60])).toEqual([])
    expect(moved(notFound, 0, [90, 91, 90, 0, 0, 0])).toEqual([])
    expect(moved(notFound, 0, [5, 5, 0, 0])).toEqual([])
    expect(moved(notFound, 0, [5, 5, 5, 0, 0, 0])).toEqual([[5, 0]])
  })

  it('never where the check was not as deep as the usual place, nor back after it', () => {
    const shallow: Day[] = [18, 18, 18, 18, ...Array.from({ length: 3 }, () => ({ position: 0, depth: 10 }))]
    for (const rule of [fell, leftTop, notFound]) expect(moved(rule, 10, shallow)).toEqual([])
    const back: Day[] = [...Array.from({ length: 5 }, () => ({ position: 0, depth: 10 })), 45, 45, 45]
    for (const rule of [rose, reachedTop]) expect(moved(rule, 10, back)).toEqual([])
  })
})

it('new_page: with an address that no check of before had, seen at three checks', () => {
  const on = (page: string) => ({ position: 4, url: `https://example.com/${page}` })
  expect(moved(newPage, 0, ['a', 'a', 'a', 'a', 'a', 'b', 'a', 'b'].map(on))).toEqual([])
  expect(moved(newPage, 0, ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'b', 'b', 'b'].map(on))).toEqual([[4, 4]])
  expect(moved(newPage, 0, [4, 4, 4, 0, 4, 4, 4])).toEqual([])
})

describe('facts of cards', () => {
  const failedChecks = async (...ranks: ReturnType<typeof rank>[]) => {
    const facts = cardFactsOf(readersWith({ ranks }), now)
    return checksFail.find({ failedChecks: await facts.failedChecks() }, 0, now)
  }

  it('rival_passed and checks_fail are the findings of the cards', async () => {
    const facts = cardFactsOf(readersWith({ ranks: [rank('tea', 9)], passes: [pass('tea', 'rival.com', 4)] }), now)
    const passed = rivalPassed.find({ rivalsAhead: await facts.rivalsAhead() }, 0, now)
    expect(passed).toMatchObject([{ subject: 'rival.com', name: 'rival.com', fact: ago(1), at: ago(1) }])
    const lastCheck = { status: 'failed' as const, at: ago(0), error: 'timeout' as const }
    const failing = rank('tea', 3, { checkedAt: ago(3), lastCheck })
    const name = 'the search provider did not answer in time'
    expect(await failedChecks(failing)).toMatchObject([{ subject: 'site', to: 1, name }])
    const other = { ...rank('milk', 3, { checkedAt: ago(3) }), lastCheck: { ...lastCheck, error: 'parse' as const } }
    expect(await failedChecks(failing, other)).toMatchObject([{ to: 2, name: '' }])
    expect(await failedChecks({ ...failing, frozen: true })).toEqual([])
  })

  it('audit_errors: errors that the crawl before did not have', () => {
    const issues = [
      { ...issue('OLD', 'error', 'https://example.com/'), isNew: false },
      { ...issue('NEW', 'error', 'https://example.com/', 'https://example.com/b'), isNew: true },
      { ...issue('HINT', 'notice', 'https://example.com/'), isNew: true },
    ]
    const found = auditErrors.find({ issues }, 0, now)
    expect(found).toMatchObject([{ subject: 'NEW', name: 'Title of NEW', to: 2, at: ago(3) }])
  })
})

it('links_lost and links_won: hosts of some strength, once a day, and none that should be disavowed', () => {
  const strong = { domainRank: 40, suggestion: 'keep' as const, isNew: false }
  const links = [
    link('lost.example', { ...strong, isLost: true, lastSeen: ago(2) }),
    link('lost.example', { ...strong, isLost: true, lastSeen: ago(2) }),
    link('long-ago.example', { ...strong, isLost: true, lastSeen: ago(60) }),
    link('weak.example', { ...strong, domainRank: 5, isLost: true }),
    link('won.example', { ...strong, isNew: true, firstSeen: ago(4) }),
    link('spam.example', { domainRank: 90 }),
  ]
  const found = (rule: AlertRule<'links' | 'linksAt'>) => rule.find({ links, linksAt: ago(1) }, 30, now)
  expect(found(linksLost)).toMatchObject([{ subject: 'lost.example', to: 2, at: ago(1), fact: ago(2).slice(0, 10) }])
  expect(found(linksWon)).toMatchObject([{ subject: 'won.example', to: 1 }])
})

it('ai_lost and ai_won: a change beyond chance, once, and none of fewer than twenty answers', () => {
  /** A prompt whose rounds, the last of which is now, have so many answers and this part of them that name the site. */
  const prompt = (answers: number, ...parts: [days: number, share: number][]): PromptRow => {
    const shares = parts.flatMap(([days, share]) => Array.from({ length: days }, () => share))
    const history = shares.map((share, i) => {
      const mentioned = Math.round((i + 1) * share * answers) - Math.round(i * share * answers)
      return {
        checkedAt: ago(shares.length - 1 - i),
        answers,
        mentioned,
        cited: 0,
        mentionRate: null,
        citationRate: null,
      }
    })
    // safe because alerts read nothing else of a prompt
    return { id: 'p', prompt: 'which tea?', frozen: false, history } as unknown as PromptRow
  }
  const lost = (...of: Parameters<typeof prompt>) => aiLost.find({ prompts: [prompt(...of)] }, 0, now)
  expect(lost(4, [80, 0.5], [14, 0])).toMatchObject([{ name: 'which tea?', subject: 'p', from: 50 }])
  expect(lost(4, [80, 0.5], [14, 0])[0]).toMatchObject({ to: 21, answers: 56, at: ago(6) })
  expect(lost(4, [80, 0.5], [6, 0])).toEqual([])
  expect(lost(1, [60, 0.9], [26, 0])).toHaveLength(1)
  expect(lost(1, [19, 1], [20, 0])).toEqual([])
  expect(lost(4, [60, 0.5], [9, 0], [2, 0.5], [20, 0])).toHaveLength(1)
  expect(aiWon.find({ prompts: [prompt(4, [80, 0], [14, 0.5])] }, 0, now)).toMatchObject([{ from: 0 }])
  expect(aiLost.find({ prompts: [{ ...prompt(4, [80, 0.5], [14, 0]), frozen: true }] }, 0, now)).toEqual([])
})

describe('clicks_fell', () => {
  const days = (clicksOn: (day: number) => number, count: number) =>
    Array.from({ length: count }, (_, i) => ({ day: ago(count - i).slice(0, 10), clicks: clicksOn(i) }))
  const fellAt = (percent: number, ...weeks: number[]): Moment[] =>
    clicksFell.find({ clicks: days((day) => weeks[Math.floor(day / 7)] ?? 0, weeks.length * 7) }, percent, now)

  it('a week beside the four before it, once, and not where there are few or weeks differ', () => {
    expect(fellAt(30, 20, 20, 20, 20, 20, 8, 8)).toMatchObject([{ from: 140 }])
    expect(fellAt(80, 20, 20, 20, 20, 20, 8, 8)).toEqual([])
    expect(fellAt(30, 14, 14, 14, 14, 14, 0, 0)).toEqual([])
    expect(fellAt(30, 40, 10, 35, 12, 40, 12, 12)).toEqual([])
  })

  it.each([
    [1, 0.1],
    [3, 0.6],
  ])(
    'by chance, with %s times the variance of counts, at most %s times a site-year; a halving is seen',
    (times, max) => {
      const random = randomOf(7)
      // Uniform noise of that variance: a sum of seven is as good as normal.
      const noisy = (mean: number) => Math.max(0, mean + Math.sqrt(12 * mean * times) * (random() - 0.5))
      const years = Array.from({ length: 200 }, () => clicksFell.find({ clicks: days(() => noisy(20), 365) }, 30, now))
      expect(years.flat().length / years.length).toBeLessThanOrEqual(max)
      const halved = Array.from({ length: 200 }, () =>
        clicksFell.find({ clicks: days((day) => noisy(day < 70 ? 60 : 25), 90) }, 30, now),
      )
      expect(halved.filter(({ length }) => length > 0).length).toBeGreaterThan(180)
    },
  )
})
