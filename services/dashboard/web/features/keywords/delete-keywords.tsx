import { keywords as t } from '../../../texts/keywords.ts'
import { call, readAgain } from '../../api/call.ts'
import { mistyped } from '../../api/refusal.ts'
import { ActionButton } from '../../kit/action.tsx'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'
import { Field } from '../../kit/form/form.tsx'
import { sayDone } from '../../kit/undo.tsx'

type Named = { id: string; keyword: string }
type DeleteKeywordsProps = { siteId: string; keywords: readonly Named[]; onDone(): void }

/** More than these are deleted only by somebody who types how many. */
const maxAtOnce = 100

/** Deletes keywords into the trash, from which they can be restored at once. */
export function DeleteKeywords({ siteId, keywords, onDone }: DeleteKeywordsProps) {
  const remove = () => removeAll(siteId, keywords).then(onDone)
  if (keywords.length <= maxAtOnce)
    return (
      <ActionButton look="danger" action={remove}>
        {t.deleteIt}
      </ActionButton>
    )
  const count = String(keywords.length)
  const confirmed = async ({ confirm = '' }: Record<string, string>) => {
    if (confirm.replace(/\D/gu, '') !== count) throw mistyped(t.typeToDelete(count), t.mustBe(count))
    await remove()
  }
  return (
    <ConfirmButton
      look="danger"
      title={t.deleteCount(keywords.length)}
      label={t.deleteIt}
      action={t.deleteKeywords}
      onConfirm={confirmed}
    >
      <p>{t.keptFor30Days}</p>
      <Field name="confirm" label={t.type(count)} inputMode="numeric" autoComplete="off" required />
    </ConfirmButton>
  )
}

const refresh = () => readAgain('movements.list', 'keywords.list', 'keywordRoom.get', 'trashedKeywords.list')

async function removeAll(siteId: string, keywords: readonly Named[]): Promise<void> {
  const ids = keywords.map(({ id }) => id)
  const { deleted } = await call('keywords.deleteBulk', { params: { id: siteId }, body: { ids } })
  await refresh()
  sayDone({
    text: deleted === 1 ? t.deleted(keywords[0]?.keyword ?? '') : t.keywordsDeleted(deleted),
    async undo() {
      await call('trashedKeywords.restore', { body: { ids } })
      await refresh()
    },
  })
}
