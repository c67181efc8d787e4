import { useState } from 'react'
import { languages } from '../../../texts/languages.ts'
import { reports as t } from '../../../texts/reports.ts'
import type { InputOf, OutputOf } from '../../api/call.ts'
import { shownLanguage } from '../../api/document.ts'
import { Choice, Select } from '../../kit/form/choice.tsx'
import { PictureField } from '../../kit/form/files.tsx'
import { Toggles } from '../../kit/form/filters.tsx'
import { Field, Form, TextField } from '../../kit/form/form.tsx'
import { Row } from '../../kit/layout/page.tsx'

export type ReportBody = InputOf<'reports.create'>['body']
type Listed = OutputOf<'reports.list'>['reports'][number]
type Period = Listed['period']
type Part = Listed['parts'][number]
type ReportFormProps = {
  action: string
  report: Listed | null
  onSend(body: ReportBody): Promise<unknown>
}

const maxLogoBytes = 204_800
const languageOptions = Object.entries(languages).map(([value, label]) => ({ value, label }))
const periodOptions = Object.entries(t.periods).map(([value, label]) => ({ value, label }))
const partNames = Object.entries(t.parts)
// safe because the keys of an object are its own names
const allParts = Object.keys(t.parts) as Part[]
const isPart = (name: string): name is Part => name in t.parts

/** All that a report is: what it shows, for how long, and to whom it is mailed. */
export function ReportForm({ action, report, onSend }: ReportFormProps) {
  const [period, setPeriod] = useState<Period>(report?.period ?? 'days28')
  const [parts, setParts] = useState<readonly Part[]>(report?.parts ?? allParts)
  const [logo, setLogo] = useState<string | null>()
  // Days and the hour of the mail are those of the place where the report was made.
  const [timeZone] = useState(() => report?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone)
  const send = (values: Record<string, string>) =>
    onSend({
      title: values.title ?? '',
      shownName: values.shownName?.trim() || null,
      language: values.language === 'id' ? 'id' : 'en',
      period,
      from: values.from || null,
      until: values.until || null,
      parts: [...parts],
      endsOn: values.endsOn || null,
      recipients: (values.recipients ?? '').split(/[\s,;]+/).filter((address) => address !== ''),
      timeZone,
      ...(logo !== undefined && { logo }),
    })
  return (
    <Form action={action} onSend={send} waits={parts.length === 0}>
      <Field
        name="title"
        label={t.title}
        hint={t.titleHint}
        defaultValue={report?.title ?? ''}
        required
        maxLength={100}
      />
      <Field
        name="shownName"
        label={t.shownName}
        hint={t.shownNameHint}
        defaultValue={report?.shownName ?? ''}
        maxLength={100}
      />
      <PictureField
        label={t.logo}
        hint={t.logoHint}
        choose={t.chooseLogo}
        remove={t.removeLogo}
        kept={report?.hasLogo ? t.keptLogo : null}
        maxBytes={maxLogoBytes}
        tooLarge={t.logoTooLarge}
        onPicture={setLogo}
      />
      <Choice
        name="language"
        label={t.language}
        options={languageOptions}
        chosen={report?.language ?? shownLanguage()}
      />
      <Select
        name="period"
        label={t.period}
        options={periodOptions}
        chosen={period}
        onChoose={(next) => setPeriod(next as Period)}
      />
      {period === 'fixed' && (
        <Row>
          <Field name="from" label={t.from} type="date" defaultValue={report?.from ?? ''} required />
          <Field name="until" label={t.until} type="date" defaultValue={report?.until ?? ''} required />
        </Row>
      )}
      <Toggles label={t.show} names={partNames} chosen={parts} onChoose={(chosen) => setParts(chosen.filter(isPart))} />
      <Field name="endsOn" label={t.endsOn} hint={t.endsOnHint} type="date" defaultValue={report?.endsOn ?? ''} />
      <TextField
        name="recipients"
        label={t.recipients}
        hint={t.recipientsHint(timeZone)}
        defaultValue={report?.recipients.map(({ email }) => email).join('\n') ?? ''}
        rows={3}
        required={false}
        autoComplete="off"
        spellCheck={false}
      />
    </Form>
  )
}
