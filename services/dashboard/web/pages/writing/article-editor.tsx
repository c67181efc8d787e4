import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '../../api/call.ts'
import { Refusal } from '../../api/send.ts'
import { Field, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Columns, Panel } from '../../ui/page.tsx'
import { Saved } from '../../ui/saved.tsx'
import { ArticleConflict } from './article-conflict.tsx'
import { type ArticleRow, type ArticleText, useArticleDraft } from './article-draft.ts'
import { ArticlePreview } from './article-preview.tsx'

type ArticleEditorProps = { params: { id: string; articleId: string }; article: ArticleRow }

/** Title, description and text, with how they read beside them. Whoever saves over a newer version sees both first. */
export function ArticleEditor({ params, article }: ArticleEditorProps) {
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
  return (
    <Columns>
      <Panel title="Text" line={isChanged ? 'Not saved yet.' : undefined}>
        <Form action="Save" onSend={() => save(text.version)} beside={<Saved count={saved} />}>
          <ArticleFields text={text} onChange={change} />
        </Form>
        {theirs && (
          <ArticleConflict
            theirs={theirs}
            onKeepMine={() => save(theirs.version)}
            onTakeTheirs={() => takeTheirs(theirs)}
            onClose={() => setTheirs(undefined)}
          />
        )}
      </Panel>
      <ArticlePreview keyword={article.keyword} text={text} />
    </Columns>
  )
}

type ArticleFieldsProps = { text: ArticleText; onChange(part: Partial<ArticleText>): void }

function ArticleFields({ text, onChange }: ArticleFieldsProps) {
  return (
    <>
      <Field
        name="title"
        label="Title"
        value={text.title}
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
        hint={`${text.title.length} of 60`}
        required
        maxLength={60}
      />
      <TextField
        name="metaDescription"
        label="Description for results pages"
        value={text.metaDescription}
        onChange={({ currentTarget }) => onChange({ metaDescription: currentTarget.value })}
        hint={`${text.metaDescription.length} of 155`}
        required={false}
        rows={2}
        maxLength={155}
      />
      <TextField
        name="markdown"
        label="Markdown"
        value={text.markdown}
        onChange={({ currentTarget }) => onChange({ markdown: currentTarget.value })}
        rows={26}
        maxLength={50_000}
        data-code
      />
    </>
  )
}
