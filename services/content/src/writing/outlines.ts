import type { DueArticle, WrittenArticle } from './articles.sql.ts'
import { knownLinks } from './rules/links.ts'
import {
  type ArticleText,
  measured,
  offlineArticle,
  offlineGenerator,
  offlinePlan,
  type PlanText,
} from './rules/outline.ts'
import { safeMarkdown } from './rules/safe-markdown.ts'
import type { SiteKnowledge } from './rules/topic.ts'
import type { Write } from './text-kind.ts'
import type { Origin } from './texts.sql.ts'

const origin: Origin = { generator: offlineGenerator, promptHash: null, sandbox: false, costUsd: 0, error: null }

const plan: Write<unknown, PlanText> = async (_due, facts) => ({ ok: true, text: offlinePlan(facts), origin })

const article: Write<Pick<DueArticle, 'plan'>, WrittenArticle> = async (due, facts, site) => ({
  ok: true,
  origin,
  text: safeArticle(offlineArticle(facts, due.plan ?? undefined), site, []),
})

export const outlines = { plan, article }

/** Makes an article safe to store: links only to the site's pages and the operator's allowed hosts. */
export function safeArticle(text: ArticleText, { domain, pages }: SiteKnowledge, hosts: readonly string[]) {
  const links = knownLinks(
    domain,
    pages.map(({ url }) => url),
    hosts,
  )
  return measured({ ...text, markdown: safeMarkdown(text.markdown, links) })
}
