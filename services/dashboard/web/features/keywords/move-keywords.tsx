import { useState } from 'react'
import { keywords as t } from '../../../texts/keywords.ts'
import { change } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Toggles } from '../../kit/form/filters.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Notice } from '../../kit/notice.tsx'
import type { Rank } from '../ranks/exports.ts'
import { LocaleFields } from '../sites/exports.ts'
import { VariantFields } from './edit-keyword.tsx'

type MoveKeywordsProps = { siteId: string; selected: readonly [Rank, ...Rank[]]; onDone(): void }

/** Changes where the selected keywords are searched: country and language, or device and city, or both. */
export function MoveKeywords({ siteId, selected, onDone }: MoveKeywordsProps) {
  const [isOpen, setOpen] = useState(false)
  const [stayed, setStayed] = useState(0)
  const close = () => {
    setOpen(false)
    if (stayed > 0) onDone()
  }
  const moved = (conflicts: number) => {
    setStayed(conflicts)
    if (conflicts > 0) return
    setOpen(false)
    onDone()
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t.changeWhere}</Button>
      <Dialog title={t.changeWhereOf(selected.length)} open={isOpen} onClose={close}>
        {stayed > 0 ? (
          <Notice tone="warn">{t.stayedAsTheyAre(stayed)}</Notice>
        ) : (
          <WhereForm siteId={siteId} selected={selected} onMoved={moved} />
        )}
      </Dialog>
    </>
  )
}

const parts = [
  ['locale', t.countryAndLanguage],
  ['variant', t.deviceAndCity],
] as const

type WhereFormProps = Omit<MoveKeywordsProps, 'onDone'> & { onMoved(conflicts: number): void }

function WhereForm({ siteId, selected, onMoved }: WhereFormProps) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [where, setWhere] = useState<Rank>(selected[0])
  const { country, language, device, location } = where
  const save = async () => {
    const body = {
      ids: selected.map(({ id }) => id),
      ...(chosen.includes('locale') && { country, language }),
      ...(chosen.includes('variant') && { device, location }),
    }
    const { conflicts } = await change('keywords.updateBulk', { params: { id: siteId }, body })
    onMoved(conflicts.length)
  }
  return (
    <Form action={t.changeCount(selected.length)} waits={chosen.length === 0} onSend={save}>
      <Toggles label={t.whatToChange} names={parts} chosen={chosen} onChoose={setChosen} />
      {chosen.includes('locale') && (
        <LocaleFields chosen={where} onChoose={(part) => setWhere({ ...where, ...part })} />
      )}
      {chosen.includes('variant') && (
        <VariantFields country={country} chosen={where} onChoose={(part) => setWhere({ ...where, ...part })} />
      )}
      <p>{t.newHistories}</p>
    </Form>
  )
}
