import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { keywords as t } from '../../../texts/keywords.ts'
import { read } from '../../api/call.ts'
import { Select } from '../../kit/form/choice.tsx'
import { Field } from '../../kit/form/field.tsx'
import type { Rank } from '../ranks/exports.ts'

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
