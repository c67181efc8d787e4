import { writing as t } from '../../../texts/writing.ts'
import { Field, TextField } from '../../kit/form/field.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Columns, Panel } from '../../kit/layout/page.tsx'
import { Saved } from '../../kit/saved.tsx'
import { ArticleConflict } from './article-conflict.tsx'
import type { ArticleText } from './article-draft.ts'
import { ArticlePreview } from './article-preview.tsx'
import { type Edited, useArticleSaving } from './use-article-saving.ts'

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

type ArticleFieldsProps = { text: ArticleText; onChange(part: Partial<ArticleText>): void }

function ArticleFields({ text, onChange }: ArticleFieldsProps) {
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
