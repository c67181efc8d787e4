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

/** Somebody saved while this person wrote: the other text, and the choice. Nothing is lost before it is made. */
export function ArticleConflict({ theirs, onKeepMine, onTakeTheirs, onClose }: ArticleConflictProps) {
  return (
    <Dialog title="Somebody else changed this article" side="right" open onClose={onClose}>
      <p>
        It was saved <Ago at={theirs.updatedAt} />, after you had begun to write. Your text is still here.
      </p>
      <Form
        action="Save mine over it"
        look="danger"
        onSend={onKeepMine}
        beside={<Button onClick={onTakeTheirs}>Take theirs, drop mine</Button>}
      />
      <Panel title={theirs.title ?? theirs.keyword} line={theirs.metaDescription}>
        <Markdown text={theirs.markdown ?? ''} />
      </Panel>
    </Dialog>
  )
}
