import { deprecationInWords } from '../contract/deprecation.ts'
import type { Operation } from '../contract/operation.ts'
import type { OperationName, Operations } from '../contract/table.ts'
import { type Plan, type PlanTable, planNames } from '../plans.ts'

/** As `20 on Free, 100 on Starter`. */
function ofEachPlan(plans: PlanTable, limit: 'callsPerDay' | 'collectsPerDay'): string {
  const withApi = planNames.filter((plan) => plans[plan].callsPerDay !== null)
  return withApi.map((plan) => `${plans[plan][limit]?.toLocaleString('en')} on ${named(plan)}`).join(', ')
}

function named(plan: Plan): string {
  return plan.charAt(0).toUpperCase() + plan.slice(1)
}

/** Free refusals and failures a day: otherwise a failing client would never use its day up. */
const givenBack = (plans: PlanTable): string =>
  `Calls are given back at most as many of a UTC day as the plan has calls (${ofEachPlan(plans, 'callsPerDay')}); after them each such call counts, as \`allowance\` says.`

export const documentDescription = (plans: PlanTable): string =>
  `
The ranks of websites over time, and what belongs to them. Calls come from a server, with a server key in \`Authorization: Bearer …\`;
a request with \`Origin\`, \`Cookie\` or \`Sec-Fetch-Site\` is a browser's and gets 403.

**The minute.** A key has 30 calls in any 60 seconds. One more is 429 with \`Retry-After\`; it costs nothing, and the key stays valid.
The header \`RateLimit\` says what is left of the minute and of the day.

**The day.** All server keys of an account share the calls of a UTC day: ${ofEachPlan(plans, 'callsPerDay')}.
\`allowance\` in every answer says how many are left. Once they are used up, reads answer what is saved and writes get 403, until \`resetsAt\`.

**What is free.** 401, 405, 408, 413, 415, 429, an unlisted path and a browser’s call never count towards the day. Any other call that is refused or fails
is given back to it, as is asking again for data that is being collected (\`collecting\`, \`queued\`, \`writing\`) until there is something new to read.
${givenBack(plans)} One exception: \`fetch_failed\` stays counted, because the page was asked for.

**Collects.** Some reads start to collect new data. Each such start takes one of the account's collects of the UTC day: ${ofEachPlan(plans, 'collectsPerDay')}.
Server keys, agents and the dashboard share them. Once they are used up, these reads answer what is saved, with \`reason: "collect_limit"\`.

**Frozen sites.** After a change to a smaller plan the oldest sites and keywords go on, and the others are \`frozen\`: readable, and not checked.
Nothing starts for a frozen site: its reads answer what is saved, with \`reason: "site_frozen"\`, and 402 \`plan_limit_reached\` with
\`planLimit.name: "sites"\` refuses a keyword, a prompt, a plan, an article and the check of a \`url\`. Its keywords and prompts count towards
no limit. Once the plan has room it goes on by itself, its oldest keywords first.

**Strikes.** A path that is not listed here is 404 \`path_not_listed\` and a strike. The fifth strike of a key revokes it, and the owner gets a mail.
An unknown id in a listed path is 404 \`not_found\` and no strike.

**0 and null.** A rank counts organic results from 1. 0: checked and not found. Null: never checked. Any other number that is unknown is null, never 0.

**Times** in answers are UTC with milliseconds. A call may write any date-time of RFC 3339, such as \`2026-03-01T07:00:00+01:00\`; in an address, \`+\` is \`%2B\`.

**Lists** are whole, up to 10,000 rows. With \`limit\` they come in pages: \`nextCursor\` is the \`cursor\` of the next one, and null at the end.

**Less to send.** Answers above 1 KB are compressed for \`Accept-Encoding: br\` or \`gzip\`. Most reads with GET have an \`ETag\`: sent as \`If-None-Match\`,
it gets 304 without a body while nothing but \`allowance\` and \`nextUpdatedSince\` has changed, which counts as a call. HEAD on them counts as GET does, and starts no collect.

**Errors.** Each has a \`code\` to branch on; \`type\` leads to what it means and what to do, at \`/docs/errors\`.

**Versions.** An endpoint or field that will go is announced by the headers \`Deprecation\` and \`Sunset\`: \`/docs/versions\`.

**Webhooks.** A site sends its events to addresses that people add in the dashboard: \`webhooks\` of this document has them. They are signed by
Standard Webhooks (standardwebhooks.com), come at least once and in order, and cost no call.

**Answers may gain fields** within a version; do not refuse unknown ones. Unknown fields in a request are refused.`.trim()

type Entity<N> = N extends `${infer E}.${string}` ? E : never
type RestName = { [N in OperationName]: Operations[N] extends { http: object } ? N : never }[OperationName]

export const tags = {
  Sites: 'Websites: `project` in paths and fields',
  Keywords: 'Tracked phrases, and the positions of each over time',
  Ranks: 'Where a site ranks now, and beside its competitors',
  Research: 'Phrases worth tracking',
  'On-page': 'Issues of pages',
  Links: 'Who links to a site, and what it disavows',
  Content: 'Topics to write about, and articles',
  'Search console': 'Figures of Google for a site',
  'AI visibility': 'How AI engines name and cite a site',
  Team: 'Who belongs to the account',
} as const

const tagOfEntity: Record<Entity<RestName>, keyof typeof tags> = {
  sites: 'Sites',
  keywords: 'Keywords',
  history: 'Keywords',
  overview: 'Ranks',
  rankComparison: 'Ranks',
  competitors: 'Ranks',
  research: 'Research',
  planner: 'Research',
  gap: 'Research',
  issues: 'On-page',
  schema: 'On-page',
  siteSchema: 'On-page',
  backlinks: 'Links',
  disavow: 'Links',
  ideas: 'Content',
  plans: 'Content',
  articles: 'Content',
  searchConsole: 'Search console',
  searchConsoleProperties: 'Search console',
  searchConsoleQueries: 'Search console',
  prompts: 'AI visibility',
  team: 'Team',
  invites: 'Team',
}

export function tagOf(name: string): string {
  const entity = name.split('.', 1)[0] ?? ''
  return Object.entries(tagOfEntity).find(([known]) => known === entity)?.[1] ?? ''
}

export function descriptionOf({ kind, collects, details, response, fieldGates, deprecated }: Operation): string {
  const gated = Object.entries(fieldGates ?? {}).map(
    ([field, plan]) => `\`${field}\` needs the plan ${named(plan)} or a higher one.`,
  )
  return [
    ...(deprecated ? [deprecationInWords('This endpoint', deprecated)] : []),
    ...(details ? [details] : []),
    ...('created' in response.shape
      ? ['Posting the same again answers what is there, with `created: false`, before any limit is looked at.']
      : []),
    ...gated,
    kind === 'read'
      ? 'A read: it counts as a call of the day, and answers what is saved once the day is used up.'
      : 'A write: it counts as a call of the day, and gets 403 once the day is used up.',
    ...(collects
      ? [
          'Starting a collection uses one of the day’s collects. The call waits up to eight seconds for the data; asking again while `status` is `queued` or `collecting` is free.',
        ]
      : []),
  ].join(' ')
}
