import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '../../api/call.ts'
import { Refusal } from '../../api/send.ts'
import { Field, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Columns, Panel } from '../../ui/page.tsx'
import { Saved } from '../../ui/saved.tsx'
import { ArticleConflict } from './article-conflict.tsx'
import { type ArticleRow, useArticleDraft } from './article-draft.ts'
import { ArticlePreview } from './article-preview.tsx'

type ArticleEditorProps = { params: { id: string; articleId: string }; article: ArticleRow }

/** Title, description and text, with how they read beside them. Whoever saves over a newer version sees both first. */
export function ArticleEditor({ params, article }: ArticleEditorProps) {
  const queries = useQueryClient()
  const [saved, setSaved] = useState(0)
  const [theirs, setTheirs] = useState<ArticleRow>()
  const { text, isChanged, change, forget } = useArticleDraft(article)
  const query = read('articles.get', { params })
  const take = (row: ArticleRow) => {
    queries.setQueryData(query.queryKey, { article: row })
    forget()
    setTheirs(undefined)
  }
  const save = async (version: number) => {
    try {
      const { title, metaDescription, markdown } = text
      take((await call('articles.update', { params, body: { version, title, metaDescription, markdown } })).article)
      setSaved(saved + 1)
    } catch (error) {
      if (!(error instanceof Refusal) || error.problem.code !== 'conflict') throw error
      setTheirs((await call('articles.get', { params })).article)
    }
  }
  return (
    <Columns>
      <Panel title="Text" line={isChanged ? 'Not saved yet.' : undefined}>
        <Form action="Save" onSend={() => save(text.version)} beside={<Saved count={saved} />}>
          <Field
            name="title"
            label="Title"
            value={text.title}
            onChange={({ currentTarget }) => change({ title: currentTarget.value })}
            hint={`${text.title.length} of 60`}
            required
            maxLength={60}
          />
          <TextField
            name="metaDescription"
            label="Description for results pages"
            value={text.metaDescription}
            onChange={({ currentTarget }) => change({ metaDescription: currentTarget.value })}
            hint={`${text.metaDescription.length} of 155`}
            required={false}
            rows={2}
            maxLength={155}
          />
          <TextField
            name="markdown"
            label="Markdown"
            value={text.markdown}
            onChange={({ currentTarget }) => change({ markdown: currentTarget.value })}
            rows={26}
            maxLength={50_000}
            data-code
          />
        </Form>
        {theirs && (
          <ArticleConflict
            theirs={theirs}
            onKeepMine={() => save(theirs.version)}
            onTakeTheirs={() => take(theirs)}
            onClose={() => setTheirs(undefined)}
          />
        )}
      </Panel>
      <ArticlePreview keyword={article.keyword} text={text} />
    </Columns>
  )
}
