import { resultsPages } from '../../../texts/results-pages.ts'
import { why as t } from '../../../texts/why.ts'
import { addressText } from '../../kit/words/address-text.ts'
import { pageChanged, type Rank } from '../ranks/exports.ts'
import type { Fall } from './falls.ts'

/** The reasons of a fall on the stored results pages, in one sentence. `isMeasured`: false where they show none, or are missing. */
export function whyOf(fall: Fall): { text: string; isMeasured: boolean } {
  const causes = [
    ...aheadOf(fall),
    ...pageOf(fall),
    ...fall.newBlocks.map((kind) => t.appeared(resultsPages.kinds[kind])),
  ]
  if (causes.length > 0) return { text: causes.join('; '), isMeasured: true }
  return { text: fall.isCompared ? t.nothingInOurData : t.needsTwoPages, isMeasured: false }
}

/** Tracked rivals first: the reader knows them. */
function aheadOf({ passedBy, cameAhead }: Fall): string[] {
  const hosts = new Set([...passedBy.map(({ domain }) => domain), ...cameAhead.filter(isOther).map(({ host }) => host)])
  const [first] = hosts
  if (first === undefined) return []
  return [hosts.size === 1 ? t.passedYou(first) : t.andOthersPassedYou(first, hosts.size - 1)]
}

const isOther = ({ owner }: Fall['cameAhead'][number]) => owner !== 'own'

function pageOf({ url, previousUrl }: Fall): string[] {
  return url !== null && previousUrl !== null && url !== previousUrl
    ? [t.nowShows(addressText(url), addressText(previousUrl))]
    : []
}

/** The reason of a move that is known without a stored page. */
export function newPageOf(rank: Rank): ReturnType<typeof whyOf> | undefined {
  return pageChanged(rank) ? { text: t.pageChanged, isMeasured: true } : undefined
}
