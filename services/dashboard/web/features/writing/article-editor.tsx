import { useState } from 'react'
import { writing as t } from '../../../texts/writing.ts'
import { call, queries, read } from '../../api/call.ts'
import { Refusal } from '../../api/refusal.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Field, Form, Saved, TextField } from '../../kit/form/form.tsx'
import { Columns, Panel } from '../../kit/layout/page.tsx'
import { Markdown } from '../../kit/words/markdown.tsx'
import { Ago } from '../../kit/words/time.tsx'
import { type ArticleRow, type ArticleText, useArticleDraft } from './article-draft.ts'
import { ArticlePreview } from './article-preview.tsx'

/** Title, description and text, with a preview. Saving over a newer version shows both first. */
export function ArticleEditor({ params, article }: Edited) {
  const { text, isChanged, change, saved, theirs, save, takeTheirs, close } = useArticleSaving({ params, article })
  return (
    <Columns>
      <Panel title={t.text} line={isChanged ? t.notSavedYet : undefined}>
        <Form action={t.save} onSend={() => save(text.version)} beside={<Saved count={saved} />}>
          <ArticleFields text={text} onChange={change} />
        </Form>
        {theirs && (
          <ArticleConflict
            theirs={theirs}
            onKeepMine={() => save(theirs.version)}
            onTakeTheirs={() => takeTheirs(theirs)}
            onClose={close}
          />
        )}
      </Panel>
      <ArticlePreview keyword={article.keyword} text={text} />
    </Columns>
  )
}

function ArticleFields({ text, onChange }: { text: ArticleText; onChange(part: Partial<ArticleText>): void }) {
  return (
    <>
      <Field
        name="title"
        label={t.title}
        value={text.title}
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
        hint={t.of60(text.title.length)}
        required
        maxLength={60}
      />
      <TextField
        name="metaDescription"
        label={t.descriptionResultsPages}
        value={text.metaDescription}
        onChange={({ currentTarget }) => onChange({ metaDescription: currentTarget.value })}
        hint={t.of155(text.metaDescription.length)}
        required={false}
        rows={2}
        maxLength={155}
      />
      <TextField
        name="markdown"
        label={t.markdown}
        value={text.markdown}
        onChange={({ currentTarget }) => onChange({ markdown: currentTarget.value })}
        rows={26}
        maxLength={50_000}
        data-code
      />
    </>
  )
}

type ArticleConflictProps = {
  theirs: ArticleRow
  onKeepMine(): Promise<void>
  onTakeTheirs(): void
  onClose(): void
}

/** Another person saved meanwhile: shows their text and the choice. Nothing is lost before it is made. */
function ArticleConflict({ theirs, onKeepMine, onTakeTheirs, onClose }: ArticleConflictProps) {
  return (
    <Dialog title={t.someoneElseChangedThisArticle} side="right" open onClose={onClose}>
      <p>{t.itWasSaved(<Ago at={theirs.updatedAt} />)}</p>
      <Form
        action={t.overwriteMyText}
        look="danger"
        onSend={onKeepMine}
        beside={<Button onClick={onTakeTheirs}>{t.discardMyText}</Button>}
      />
      <Panel title={theirs.title ?? theirs.keyword} line={theirs.metaDescription}>
        <Markdown text={theirs.markdown ?? ''} />
      </Panel>
    </Dialog>
  )
}

type Edited = { params: { id: string; articleId: string }; article: ArticleRow }

/** Saves the text; `theirs` is the article as another person saved it meanwhile, until the choice is made. */
function useArticleSaving({ params, article }: Edited) {
  const [saved, setSaved] = useState(0)
  const [theirs, setTheirs] = useState<ArticleRow>()
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
