import type { Clock } from '@rts/shared/clock'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { decodeCursor, encodeCursor, noSuchCursor } from '@rts/shared/cursor'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { ArticleEditor } from './article-editor.sql.ts'
import { articleRowOf } from './present.ts'
import { webLinks } from './rules/links.ts'
import { safeMarkdown } from './rules/safe-markdown.ts'
import { countWords } from './rules/text.ts'

export type ArticleEditDeps = { sites: Sites; editor: ArticleEditor; clock: Clock }
type Operation = 'articles.list' | 'articles.get' | 'articles.update' | 'articles.delete'

const articlesOfPage = 100

export function articleEditHandlers({
  sites,
  editor,
  clock,
}: ArticleEditDeps): Pick<ServiceHandlers<'content'>, Operation> {
  return {
    'articles.list': async ({ params, query, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const take = query.limit ?? articlesOfPage
      const after = decodeCursor('articles', query.cursor)
      if (after !== null && !/^\d{1,18}$/.test(after)) throw noSuchCursor()
      const [total, listed] = await Promise.all([editor.count(site), editor.list(site, after, take + 1)])
      const page = listed.slice(0, take)
      const last = page.at(-1)
      const nextCursor = listed.length > take && last ? encodeCursor('articles', last.seq) : null
      return { articles: page.map(articleRowOf), total, nextCursor }
    },

    'articles.get': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      return { article: articleRowOf(await editor.require(site, params.articleId)) }
    },

    'articles.update': async ({ params, body: { version, keyword, markdown, ...lines }, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const text = markdown === undefined ? undefined : safeMarkdown(markdown, webLinks)
      const change = {
        ...lines,
        ...(keyword === undefined ? {} : { keyword, key: phraseIdentity(keyword) }),
        ...(text === undefined ? {} : { markdown: text, wordCount: countWords(text) }),
      }
      await editor.update(site, { id: params.articleId, version }, change, clock.now())
      return { article: articleRowOf(await editor.require(site, params.articleId)) }
    },

    'articles.delete': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      await editor.remove(site, params.articleId)
      return { ok: true }
    },
  }
}
