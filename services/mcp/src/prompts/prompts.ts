import type { Caller } from '@rts/shared/contract/caller'
import { operations } from '@rts/shared/contract/table'
import { isLobby } from '../tools/tools.ts'

type PublishedPrompt = {
  name: string
  title: string
  description: string
  arguments: { name: string; description: string; required: false }[]
}
export type PromptAnswer = {
  description: string
  messages: { role: 'user'; content: { type: 'text'; text: string } }[]
}

const positions = operations['overview.get'].mcp.tool
const compare = operations['rankComparison.list'].mcp.tool
const gap = operations['gap.list'].mcp.tool
const issues = operations['issues.list'].mcp.tool
const drops = operations['falls.list'].mcp.tool
const page = operations['pageStandings.get'].mcp.tool
const ideas = operations['ideas.list'].mcp.tool
const engines = operations['prompts.list'].mcp.tool
const sinceWeek = 'since the same day of last week'

const prompts = {
  weekly_report: {
    title: 'Weekly report',
    description: 'What moved in a week, who passed the site, and what to do next',
    steps: [
      `${positions} ${sinceWeek}, sort change: the summary first, then the largest moves up and down.`,
      `${compare} ${sinceWeek}, filter passed_us: who passed us, and for what.`,
      `${gap}, type missing, limit 10: what competitors rank for and we do not.`,
      `${issues}, severity error: what is broken on the pages.`,
      `${engines}: which AI engines name us.`,
      `${ideas}, limit 5: what to write next.`,
      'Write half a page for somebody who does not read tables: what happened, why it may have, and three things to do, each with its keyword or page. If a tool is closed to this key, leave its part out and say what would open it.',
    ],
  },
  what_dropped: {
    title: 'What dropped',
    description: 'Which keywords fell in a week or were lost, and whether a competitor took the place',
    steps: [
      `${drops} ${sinceWeek}: what fell most, and what changed meanwhile; position 0 is lost. If it is closed to this key, ${positions} ${sinceWeek}, filter down, sort change.`,
      `${page} ${sinceWeek} of the keyword that fell most: who stands where, now and then.`,
      'For each of the five largest: from, to, the page that ranks, who passed, and what coincides, with how many that did not fall have the same. Say which of it is measured and which is a guess.',
    ],
  },
}
type PromptName = keyof typeof prompts

// safe because the keys of an object are its own names
const names = Object.keys(prompts) as PromptName[]
const site = {
  name: 'project_id',
  description: 'Site id or domain; the only site by default',
  required: false,
} as const
const published: PublishedPrompt[] = names.map((name) => {
  const { title, description } = prompts[name]
  return { name, title, description, arguments: [site] }
})

/** None without a key: their tools need one. */
export function promptsFor(caller: Caller): PublishedPrompt[] {
  return isLobby(caller) ? [] : published
}

export const unknownPrompt = 'Unknown prompt: prompts/list lists all'

export function promptOf(
  name: string,
  { project_id: id = '' }: { project_id?: string | undefined },
): PromptAnswer | null {
  const known = names.find((each) => each === name)
  if (!known) return null
  const { description, steps } = prompts[known]
  const about =
    id === '' ? 'the only site of this key; if there are several, ask which' : `project_id ${id.slice(0, 300)}`
  const text = [`About ${about}. Call, in this order:`, ...steps.map((step, i) => `${i + 1}. ${step}`)].join('\n')
  return { description, messages: [{ role: 'user', content: { type: 'text', text } }] }
}
