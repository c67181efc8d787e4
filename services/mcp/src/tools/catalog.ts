import { accountStatusTool, requestLinkTool } from './account.ts'
import { issuePagesTool, onPageIssuesTool } from './pages.ts'
import { competitorsTool, keywordPositionsTool, rankCompareTool, rankHistoryTool } from './ranks.ts'
import { registerTool } from './register.ts'
import { backlinkReviewTool, competitorTrafficTool, keywordGapTool, keywordPlannerTool } from './research.ts'
import { addKeywordTool, addProjectTool } from './sites.ts'
import type { Tool, ToolOperation } from './tool.ts'

/** One tool for each row of the table with a binding for agents, in the order of the list; a forgotten row does not compile. */
const byOperation = {
  'guests.register': registerTool,
  'accountStatus.get': accountStatusTool,
  'sites.add': addProjectTool,
  'keywords.create': addKeywordTool,
  'overview.get': keywordPositionsTool,
  'history.list': rankHistoryTool,
  'competitors.list': competitorsTool,
  'issues.list': onPageIssuesTool,
  'guestLinks.create': requestLinkTool,
  'rankComparison.list': rankCompareTool,
  'gap.list': keywordGapTool,
  'traffic.list': competitorTrafficTool,
  'planner.list': keywordPlannerTool,
  'backlinks.list': backlinkReviewTool,
  'issuePages.list': issuePagesTool,
} as const satisfies Record<ToolOperation, Tool>

export const catalog: readonly Tool[] = Object.values(byOperation)
/** The only tool of a caller without a key; no other caller sees it. */
export const lobbyTool: Tool = registerTool
