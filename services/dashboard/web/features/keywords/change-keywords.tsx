import { useState } from 'react'
import { keywords as t } from '../../../texts/keywords.ts'
import { call } from '../../api/call.ts'
import { readAgain } from '../../api/queries.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Field } from '../../kit/form/field.tsx'
import { Toggles } from '../../kit/form/filters.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Notice } from '../../kit/notice.tsx'
import type { Rank } from '../ranks/exports.ts'
import { LocaleFields } from '../sites/exports.ts'
import { type Variant, VariantFields } from './variant-fields.tsx'

type Keyword = Pick<Rank, 'id' | 'keyword' | 'country' | 'language' | keyof Variant>
type EditKeywordProps = { siteId: string; keyword: Keyword | undefined; onClose(): void }

export function EditKeyword({ siteId, keyword, onClose }: EditKeywordProps) {
  return (
    <Dialog title={t.editKeyword} open={keyword !== undefined} onClose={onClose}>
      {keyword && <KeywordForm siteId={siteId} keyword={keyword} onClose={onClose} />}
    </Dialog>
  )
}

export function EditKeywordButton({ siteId, keyword }: { siteId: string; keyword: Keyword }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t.edit}</Button>
      <EditKeyword siteId={siteId} keyword={isOpen ? keyword : undefined} onClose={() => setOpen(false)} />
    </>
  )
}

function KeywordForm({ siteId, keyword, onClose }: EditKeywordProps & { keyword: Keyword }) {
  const [where, setWhere] = useState(keyword)
  const save = async ({ keyword: phrase }: Record<string, string>) => {
    const params = { id: siteId, kid: keyword.id }
    const { country, language, device, location } = where
    await call('keywords.update', { params, body: { keyword: phrase, country, language, device, location } })
    await readAgain()
    onClose()
  }
  return (
    <Form action={t.save} onSend={save}>
      <Field name="keyword" label={t.keyword} defaultValue={keyword.keyword} required maxLength={200} autoFocus />
      <LocaleFields chosen={where} onChoose={(part) => setWhere({ ...where, ...part })} />
      <VariantFields country={where.country} chosen={where} onChoose={(part) => setWhere({ ...where, ...part })} />
      <p>{t.anotherKeyword}</p>
    </Form>
  )
}

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
    const { conflicts } = await call('keywords.updateBulk', { params: { id: siteId }, body })
    await readAgain()
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
