import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '../../api/call.ts'
import { Refusal } from '../../api/send.ts'
import { type ArticleRow, useArticleDraft } from './article-draft.ts'

export type Edited = { params: { id: string; articleId: string }; article: ArticleRow }

/** Saves the text; `theirs` is the article as another person saved it meanwhile, until the choice is made. */
export function useArticleSaving({ params, article }: Edited) {
  const [saved, setSaved] = useState(0)
  const [theirs, setTheirs] = useState<ArticleRow>()
  const queries = useQueryClient()
  const draft = useArticleDraft(article)
  const { text, isChanged, change } = draft
  const show = (row: ArticleRow) => {
    queries.setQueryData(read('articles.get', { params }).queryKey, { article: row })
    setTheirs(undefined)
  }
  const save = async (version: number) => {
    try {
      const { title, metaDescription, markdown } = text
      const body = { version, title, metaDescription, markdown }
      const row = (await call('articles.update', { params, body })).article
      show(row)
      draft.saved(text, row.version)
      setSaved((count) => count + 1)
    } catch (error) {
      if (!(error instanceof Refusal) || error.problem.code !== 'conflict') throw error
      setTheirs((await call('articles.get', { params })).article)
    }
  }
  const takeTheirs = (row: ArticleRow) => {
    show(row)
    draft.forget()
  }
  return { text, isChanged, change, saved, theirs, save, takeTheirs, close: () => setTheirs(undefined) }
}
