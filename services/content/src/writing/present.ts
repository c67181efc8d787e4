import type { OperationOutput } from '@rts/shared/contract/operation'
import type { Operations } from '@rts/shared/contract/table'
import type { ArticleRecord } from './articles.sql.ts'
import type { PlanRecord } from './plans.sql.ts'
import type { Making } from './texts.sql.ts'

type PlanRow = OperationOutput<Operations['plans.create']>['plan']
type ArticleRow = OperationOutput<Operations['articles.create']>['article']

export function planRowOf(plan: PlanRecord): PlanRow {
  const { id, publishOn, q, country, language, context, title, outline, keywords, questions, articleId } = plan
  const topic = { publishOn, q, country, language, context }
  return { id, ...topic, title, outline, keywords, questions, articleId, ...makingOf(plan) }
}

export function articleRowOf(article: ArticleRecord): ArticleRow {
  const { id, keyword, country, language, title, metaDescription, markdown, wordCount, planId } = article
  return { id, keyword, country, language, title, metaDescription, markdown, wordCount, planId, ...makingOf(article) }
}

function makingOf({ status, generator, error, sandbox, version, createdAt, updatedAt }: Making) {
  return {
    ...{ status, generator, error, version, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() },
    ...(sandbox ? { sandbox: true as const } : {}),
  }
}

/** Whether a text is on its way: asking for it again is a poll. */
export function isUnderWay({ status }: Pick<Making, 'status'>): boolean {
  return status === 'queued' || status === 'writing'
}
