import { parseArgs } from 'node:util'
import Validator from '@adobe/structured-data-validator'
import WebAutoExtractor from '@marbec/web-auto-extractor'
import { cpuOf, inTurns, median, round, sumOf } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { withParts } from '../harness/system.ts'
import { factsOfOther } from '../services/content/src/audit/facts.ts'
import { nearTwins } from '../services/content/src/audit/rules/shared-texts.ts'
import type { PageFacts } from '../services/content/src/audit/rules/site.ts'
import { changed, cityText, words } from '../services/content/src/audit/testing/prose.ts'
import { foundBy, siteOf } from '../services/content/src/audit/testing/sites.ts'
import { textFacts } from '../services/content/src/page/text.ts'
import { createStructuredCheck } from '../services/content/src/structured-data/check.ts'
import { measureCrawls } from './lib/content-crawl.ts'
import { shopPage } from './lib/content-page.ts'

const { values: chosen } = parseArgs({
  args: process.argv.slice(3),
  options: { rounds: { type: 'string', default: '3' } },
})
const rounds = Number(chosen.rounds)
/** A check takes milliseconds: it is measured more often than a crawl. */
const checksPerRound = 7
const warmUps = 5

/** The near duplicates that the audit finds; the speed of the structured data check and of a site's audit, each beside common packages. */
export async function run(): Promise<object> {
  const near = await measureNearDuplicates()
  const checks = await measureChecks()
  printTable([near])
  printTable([checks])
  const crawls = await withParts((parts) => measureCrawls(parts, rounds))
  printTable([crawls])
  const ratio = Math.min(checks.schemaRatio, crawls.crawlRatio)
  return { ...near, ...checks, ...crawls, ratio, rounds }
}

/** Pairs of generated texts that differ in a share of their words, pages of cities, and pages that have nothing in common. */
async function measureNearDuplicates() {
  const pairs = Array.from({ length: 1_000 }, (_, seed) => words(seed, 200 + (seed % 5) * 200))
  const recallAt = (share: number) => {
    const found = pairs.map((text, seed) => nearAmong([text, changed(text, share, seed)]))
    return round((sumOf(found) / pairs.length) * 100, 1)
  }
  const citiesIn = (every: number) => nearAmong(Array.from({ length: 50 }, (_, i) => cityText(`City${i}`, 250, every)))
  const different = Array.from({ length: 10_000 }, (_, seed) => words(seed, 300))
  let falsePairs = 0
  const cpuMs = await cpuOf(() => {
    falsePairs = nearAmong(different)
  })
  return {
    nearRecallAt1PerCent: recallAt(0.01),
    nearRecallAt5PerCent: recallAt(0.05),
    cityPagesOf49: citiesIn(20),
    denseCityPagesOf49: citiesIn(14),
    falsePairsAmong10000: falsePairs,
    nearCpuMsFor10000Pages: round(cpuMs),
  }
}

function nearAmong(texts: readonly (readonly string[])[]): number {
  const pages = texts.map((text, i): [string, PageFacts] => {
    const url = `https://shop.example/${i}`
    const { words: count, hash, sketch } = textFacts(text.join(' '), text.join(' '))
    return [url, factsOfOther({ url, status: 200, isHtml: true, words: count, textHash: hash, sketch })]
  })
  return foundBy(nearTwins(), siteOf({}, { pages: new Map(pages) })).length
}

/** The check of structured data on a page of 500 KB beside two packages that share the work. */
async function measureChecks() {
  const check = createStructuredCheck()
  const page = shopPage(500_000)
  // The extractor, then the validator with Google's rules alone: it is given no vocabulary, which would cost it more.
  const checkWithPeers = () =>
    new Validator().validate(
      new WebAutoExtractor({ addLocation: true, embedSource: ['rdfa', 'microdata'] }).parse(page),
    )
  const checkers = [
    { name: 'own', run: () => check(page) },
    { name: 'peers', run: checkWithPeers },
  ]
  // CPU time: a busy machine makes it little longer.
  const taken = await inTurns(checkers, rounds * checksPerRound + warmUps, ({ run: work }) => cpuOf(work))
  const [own = Number.NaN, peers = Number.NaN] = [...taken.values()].map((ms) => median(ms.slice(warmUps)))
  return {
    schemaCpuMs: round(own),
    peersCpuMs: round(peers),
    schemaRatio: round(peers / own, 1),
    itemsFound: check(page).items.length,
  }
}
