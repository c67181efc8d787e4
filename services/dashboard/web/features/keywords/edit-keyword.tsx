import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { keywords as t } from '../../../texts/keywords.ts'
import { change, read } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Select } from '../../kit/form/choice.tsx'
import { Field, Form } from '../../kit/form/form.tsx'
import type { Rank } from '../ranks/exports.ts'
import { LocaleFields } from '../sites/exports.ts'

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
    await change('keywords.update', { params, body: { keyword: phrase, country, language, device, location } })
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

export type Variant = { device: Rank['device']; location: string | null }
type VariantFieldsProps = { country: string; chosen: Variant; onChoose(variant: Variant): void }

const devices = [
  { value: 'desktop', label: t.desktop },
  { value: 'mobile', label: t.mobile },
]

/** On what and in which city of a country a phrase is searched; cities are offered while one is typed. */
export function VariantFields({ country, chosen, onChoose }: VariantFieldsProps) {
  const list = useId()
  const { device, location } = chosen
  const q = location?.trim() ?? ''
  const places = useQuery({
    ...read('places.list', { query: { q, country } }),
    enabled: q.length > 1,
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Select
        name="device"
        label={t.device}
        options={devices}
        chosen={device}
        onChoose={(next) => onChoose({ location, device: next === 'mobile' ? 'mobile' : 'desktop' })}
      />
      <Field
        name="location"
        label={t.city}
        hint={t.eachVariantCounts}
        list={list}
        value={location ?? ''}
        onChange={({ target }) => onChoose({ device, location: target.value === '' ? null : target.value })}
        maxLength={150}
        autoComplete="off"
      />
      <datalist id={list}>
        {places.data?.places.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
