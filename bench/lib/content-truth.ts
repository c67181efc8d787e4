import { factsOfOther } from '../../services/content/src/audit/facts.ts'
import { nearTwins } from '../../services/content/src/audit/rules/duplicates.ts'
import type { PageFacts } from '../../services/content/src/audit/rules/site.ts'
import { changed, cityText, words } from '../../services/content/src/audit/testing/prose.ts'
import { foundBy, siteOf } from '../../services/content/src/audit/testing/sites.ts'
import { textFacts } from '../../services/content/src/page/text.ts'
import { crawled } from '../../services/content/tests/support/crawled.ts'
import { startWeb } from '../../services/content/tests/support/crawling.ts'
import { host } from '../../services/content/tests/support/planted-site/page.ts'
import { comparedWithPlanted, plantedSite } from '../../services/content/tests/support/planted-site/site.ts'
import { round } from './stats.ts'

const pairs = 1_000
const differentPages = 10_000
const cities = Array.from({ length: 50 }, (_, i) => `City${i}`)

/** How much of what is there the audit finds: planted faults, and pairs of near duplicates, in per cent. */
export async function measureTruth() {
  const near = measureNearDuplicates()
  const web = await startWeb(plantedSite())
  const { found } = await crawled(web, host)
  await web.stop()
  const { precision, recall } = comparedWithPlanted(found)
  return { plantedPrecision: percent(precision), plantedRecall: percent(recall), ...near }
}

/** Pairs of generated texts that differ in a share of their words, pages of cities, and pages that have nothing in common. */
function measureNearDuplicates() {
  const different = Array.from({ length: differentPages }, (_, seed) => words(seed, 300))
  const cityTexts = (every: number) => cities.map((city) => cityText(city, 250, every))
  const before = process.cpuUsage()
  const falsePairs = nearAmong(different)
  const { user, system } = process.cpuUsage(before)
  return {
    nearRecallAt1PerCent: recallAt(0.01),
    nearRecallAt5PerCent: recallAt(0.05),
    cityPagesOf49: nearAmong(cityTexts(20)),
    denseCityPagesOf49: nearAmong(cityTexts(14)),
    falsePairsAmong10000: falsePairs,
    nearCpuMsFor10000Pages: round((user + system) / 1_000),
  }
}

function recallAt(share: number): number {
  const found = Array.from({ length: pairs }, (_, seed) => {
    const text = words(seed, 200 + (seed % 5) * 200)
    return nearAmong([text, changed(text, share, seed)])
  })
  return percent(found.reduce((sum, each) => sum + each, 0) / pairs)
}

function nearAmong(texts: readonly (readonly string[])[]): number {
  const pages = texts.map((text, i): [string, PageFacts] => {
    const url = `https://shop.example/${i}`
    const { words: count, hash, sketch } = textFacts(text.join(' '), text.join(' '))
    return [url, factsOfOther({ url, status: 200, isHtml: true, words: count, textHash: hash, sketch })]
  })
  return foundBy(nearTwins(), siteOf({}, { pages: new Map(pages) })).length
}

function percent(share: number): number {
  return round(share * 100, 1)
}
