import type { DueArticle } from '../../data/writing/article-store.ts'
import type { Origin } from '../../data/writing/state.ts'
import { knownLinks } from '../../domain/writing/links.ts'
import {
  type ArticleText,
  measured,
  offlineArticle,
  offlineGenerator,
  offlinePlan,
  type PlanText,
} from '../../domain/writing/outline.ts'
import { safeMarkdown } from '../../domain/writing/safe-markdown.ts'
import type { SiteKnowledge } from '../../domain/writing/topic.ts'
import type { Write } from './text-kind.ts'

const origin: Origin = { generator: offlineGenerator, promptHash: null, sandbox: false, costUsd: 0, error: null }

const plan: Write<unknown, PlanText> = async (_due, facts) => ({ ok: true, text: offlinePlan(facts), origin })

const article: Write<Pick<DueArticle, 'plan'>, ArticleText & { wordCount: number }> = async (due, facts, site) => ({
  ok: true,
  origin,
  text: safeArticle(offlineArticle(facts, due.plan ?? undefined), site, []),
})

/** Plans and articles where no writer is configured. */
export const outlines = { plan, article }

/** An article as it may be stored: whoever wrote it, it links to the site's own pages, and to hosts that the operator allows. */
export function safeArticle(text: ArticleText, { domain, pages }: SiteKnowledge, hosts: readonly string[]) {
  const links = knownLinks(
    domain,
    pages.map(({ url }) => url),
    hosts,
  )
  return measured({ ...text, markdown: safeMarkdown(text.markdown, links) })
}
