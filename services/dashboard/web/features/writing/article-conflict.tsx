import { writing as t } from '../../../texts/writing.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { Markdown } from '../../kit/words/markdown.tsx'
import { Ago } from '../../kit/words/time.tsx'
import type { ArticleRow } from './article-draft.ts'

type ArticleConflictProps = {
  theirs: ArticleRow
  onKeepMine(): Promise<void>
  onTakeTheirs(): void
  onClose(): void
}

/** Another person saved meanwhile: shows their text and the choice. Nothing is lost before it is made. */
export function ArticleConflict({ theirs, onKeepMine, onTakeTheirs, onClose }: ArticleConflictProps) {
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
