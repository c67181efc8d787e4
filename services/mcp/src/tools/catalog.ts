import { accountStatusTool, requestLinkTool } from './account.ts'
import { aiVisibilityTool } from './ai.ts'
import { rankDropsTool } from './drops.ts'
import { addKeywordTool, removeKeywordTool } from './keywords.ts'
import { backlinkReviewTool } from './links.ts'
import { issuePagesTool, onPageIssuesTool } from './pages.ts'
import { keywordPositionsTool, rankCompareTool, rankHistoryTool } from './ranks.ts'
import { registerTool } from './register.ts'
import { competitorTrafficTool, keywordGapTool, keywordPlannerTool } from './research.ts'
import { competingPagesTool, resultsPageTool } from './results.ts'
import { searchPerformanceTool } from './search.ts'
import { addCompetitorTool, addProjectTool, competitorsTool, removeProjectTool } from './sites.ts'
import type { Tool, ToolOperation } from './tool.ts'
import { visibilityHistoryTool } from './visibility.ts'
import { contentIdeasTool } from './writing.ts'

/** One tool per row for agents, in list order; a forgotten row does not compile. */
const byOperation = {
  'guests.register': registerTool,
  'accountStatus.get': accountStatusTool,
  'sites.create': addProjectTool,
  'keywords.create': addKeywordTool,
  'overview.get': keywordPositionsTool,
  'history.list': rankHistoryTool,
  'visibility.list': visibilityHistoryTool,
  'pageStandings.get': resultsPageTool,
  'competingPages.list': competingPagesTool,
  'competitors.list': competitorsTool,
  'competitors.add': addCompetitorTool,
  'keywords.delete': removeKeywordTool,
  'sites.delete': removeProjectTool,
  'issues.list': onPageIssuesTool,
  'ideas.list': contentIdeasTool,
  'searchConsoleQueries.list': searchPerformanceTool,
  'prompts.list': aiVisibilityTool,
  'guestLinks.create': requestLinkTool,
  'falls.list': rankDropsTool,
  'rankComparison.list': rankCompareTool,
  'gap.list': keywordGapTool,
  'traffic.list': competitorTrafficTool,
  'planner.list': keywordPlannerTool,
  'backlinks.list': backlinkReviewTool,
  'issuePages.list': issuePagesTool,
} as const satisfies Record<ToolOperation, Tool>

export const catalog: readonly Tool[] = Object.values(byOperation)
/** The only tool without a key; hidden from all others. */
export const lobbyTool: Tool = registerTool
