import { firstSteps as t } from '../../../texts/first-steps.ts'
import type { OutputOf } from '../../api/call.ts'
import { pages } from '../../routes.ts'
import { asked } from '../../routing/asked.ts'

export type Taken = OutputOf<'firstSteps.get'>
/** Facts of other services: whether Google can be connected, the person chose their emails, the site has a report. */
export type Beside = { hasGoogle: boolean; isAsked: boolean; hasReport: boolean }
export type Step = {
  name: string
  hint: string
  isDone: boolean
  action: string
  to: (typeof pages)['home' | 'keywords' | 'comparison' | 'searchConsole' | 'alerts' | 'reports']
  hash?: string
}

/** The steps in their order. Those after the site are about it; Google is there where it can be connected. */
export function stepsOf(taken: Taken, { hasGoogle, isAsked, hasReport }: Beside): Step[] {
  const { siteId, hasKeywords, hasRanks, hasRivals, hasSearchConsole } = taken
  const google: Step = {
    name: t.google,
    hint: t.googleHint,
    isDone: hasSearchConsole,
    action: t.connect,
    to: pages.searchConsole,
  }
  return [
    {
      name: t.site,
      hint: t.siteHint,
      isDone: siteId !== null,
      action: t.addYourSite,
      to: pages.home,
      hash: asked.addSite,
    },
    {
      name: t.keywords,
      hint: t.keywordsHint,
      isDone: hasKeywords,
      action: t.addYourKeywords,
      to: pages.keywords,
      hash: asked.addKeywords,
    },
    { name: t.ranks, hint: t.ranksHint, isDone: hasRanks, action: t.seeRanks, to: pages.keywords },
    {
      name: t.rival,
      hint: t.rivalHint,
      isDone: hasRivals,
      action: t.addARival,
      to: pages.comparison,
      hash: asked.addCompetitor,
    },
    ...(hasGoogle ? [google] : []),
    { name: t.emails, hint: t.emailsHint, isDone: isAsked, action: t.chooseEmails, to: pages.alerts },
    {
      name: t.report,
      hint: t.reportHint,
      isDone: hasReport,
      action: t.makeAReport,
      to: pages.reports,
      hash: asked.newReport,
    },
  ]
}

/** The first step to take: without a site no other can be taken, without keywords none is checked. */
export function nextOf(steps: readonly Step[]): Step | undefined {
  return steps.find(({ isDone }) => !isDone)
}
