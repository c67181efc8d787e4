import type { Clock } from '@rts/shared/clock'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { Free } from '@rts/shared/contract/free'
import type { OperationOutput } from '@rts/shared/contract/operation'
import type { Operations } from '@rts/shared/contract/table'
import { decodeCursor, encodeCursor, noSuchCursor } from '@rts/shared/cursor'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import {
  type ArticleRecord,
  countArticles,
  findArticle,
  insertArticle,
  listArticles,
  requireArticle,
  updateArticle,
} from './articles.sql.ts'
import type { Creation } from './creation.ts'
import { webLinks } from './rules/links.ts'
import { safeMarkdown } from './rules/safe-markdown.ts'
import { countWords } from './rules/text.ts'
import type { TextKind } from './text-kind.ts'
import { deleteText } from './texts.sql.ts'
import { changeText, toMaking } from './texts.ts'

type ArticleDeps = { database: Database; sites: Sites; kind: TextKind; create: Creation; clock: Clock }
type ArticleRow = OperationOutput<Operations['articles.create']>['article']

const articlesOfPage = 100

export function articleHandlers({ database, sites, kind, create, clock }: ArticleDeps) {
  return {
    'articles.create': async ({ params, body: { keyword, ...body }, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const { country = site.country, language = site.language } = body
      const identity = { key: phraseIdentity(keyword), country, language }
      const { row, created, isPoll } = await create(site, call, {
        kind,
        find: () => findArticle(database, site.id, identity),
        insertAs: (id) => (tx) => insertArticle(tx, site.id, { id, keyword, ...identity }, clock.now()),
      })
      const answer = { article: toRow(row), created }
      return isPoll ? new Free(answer) : answer
    },

    'articles.list': async ({ params, query, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const take = query.limit ?? articlesOfPage
      const after = decodeCursor('articles', query.cursor)
      if (after !== null && !/^\d{1,18}$/.test(after)) throw noSuchCursor()
      const [total, listed] = await Promise.all([
        countArticles(database, site.id),
        listArticles(database, site.id, after, take + 1),
      ])
      const page = listed.slice(0, take)
      const last = page.at(-1)
      const nextCursor = listed.length > take && last ? encodeCursor('articles', last.seq) : null
      return { articles: page.map(toRow), total, nextCursor }
    },

    'articles.get': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      return { article: toRow(await requireArticle(database, site.id, params.articleId)) }
    },

    'articles.update': async ({
      params: { id, articleId },
      body: { version, keyword, markdown, ...lines },
      ...call
    }) => {
      const site = await siteOf(sites, call, id)
      const text = markdown === undefined ? undefined : safeMarkdown(markdown, webLinks)
      const change = {
        ...lines,
        ...(keyword === undefined ? {} : { keyword, key: phraseIdentity(keyword) }),
        ...(text === undefined ? {} : { markdown: text, wordCount: countWords(text) }),
      }
      await changeText(database, 'article', site.id, { id: articleId, version, needsText: true }, (tx) =>
        updateArticle(tx, articleId, change, clock.now()),
      )
      return { article: toRow(await requireArticle(database, site.id, articleId)) }
    },

    'articles.delete': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      await inTransaction(database, (tx) => deleteText(tx, 'article', site.id, params.articleId))
      return { ok: true }
    },
  } satisfies Partial<ServiceHandlers<'content'>>
}

function toRow(article: ArticleRecord): ArticleRow {
  const { id, keyword, country, language, title, metaDescription, markdown, wordCount, planId } = article
  return { id, keyword, country, language, title, metaDescription, markdown, wordCount, planId, ...toMaking(article) }
}
