import type { Clock } from '@rts/shared/clock'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { freeIf } from '@rts/shared/contract/free'
import type { OperationOutput } from '@rts/shared/contract/operation'
import type { Operations } from '@rts/shared/contract/table'
import { cutPage, decodeNumber } from '@rts/shared/cursor'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import type { Records } from '../database.sql.ts'
import {
  type ArticleRecord,
  articles,
  countArticles,
  findArticle,
  insertArticle,
  listArticles,
  updateArticle,
} from './articles.sql.ts'
import type { Creation } from './creation.ts'
import { webLinks } from './rules/links.ts'
import { safeMarkdown } from './rules/safe-markdown.ts'
import { countWords } from './rules/text.ts'
import type { TextKind } from './text-kind.ts'
import { changeText, toMaking } from './texts.ts'

type ArticleDeps = {
  database: Database
  records: Records
  sites: Sites
  kind: TextKind
  create: Creation
  clock: Clock
}
type ArticleRow = OperationOutput<Operations['articles.create']>['article']

const articlesOfPage = 100

export function articleHandlers({ database, records, sites, kind, create, clock }: ArticleDeps) {
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
      return freeIf(isPoll, { article: toRow(row), created })
    },

    'articles.list': async ({ params, query, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const take = query.limit ?? articlesOfPage
      const after = decodeNumber('articles', query.cursor)
      const [total, listed] = await Promise.all([
        countArticles(records, site.id),
        listArticles(database, site.id, after, take + 1),
      ])
      const { page, nextCursor } = cutPage('articles', listed, take, ({ seq }) => seq)
      return { articles: page.map(toRow), total, nextCursor }
    },

    'articles.get': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      return { article: toRow(await articles.require(database, site.id, params.articleId)) }
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
      const edit = { id: articleId, version, needsText: true }
      const article = await changeText(database, articles, site.id, edit, (tx) =>
        updateArticle(tx, articleId, change, clock.now()),
      )
      return { article: toRow(article) }
    },

    'articles.delete': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      await inTransaction(database, (tx) => articles.delete(tx, site.id, params.articleId))
      return { ok: true }
    },
  } satisfies Partial<ServiceHandlers<'content'>>
}

function toRow(article: ArticleRecord): ArticleRow {
  const { id, keyword, country, language, title, metaDescription, markdown, wordCount, planId } = article
  return { id, keyword, country, language, title, metaDescription, markdown, wordCount, planId, ...toMaking(article) }
}
