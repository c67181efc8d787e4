import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { sites as t } from '../../../texts/sites.ts'
import { change } from '../../api/call.ts'
import { readFacts } from '../../api/document.ts'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Field, Form } from '../../kit/form/form.tsx'
import { sayDone } from '../../kit/undo.tsx'
import { pages } from '../../routes.ts'
import { guessLocale, type Locale, mainLanguage } from './locale-guess.ts'
import { hostOf } from './pasted-host.ts'
import { DomainField, LocaleFields } from './site-fields.tsx'

export function AddSite({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Dialog title={t.addASite} open={open} onClose={onClose}>
      <NewSite onClose={onClose} />
    </Dialog>
  )
}

function NewSite({ onClose }: { onClose(): void }) {
  const navigate = useNavigate()
  const [host, setHost] = useState('')
  const [chosen, setChosen] = useState<Partial<Locale>>({})
  const add = async ({ domain = '', name = '', country, language }: Record<string, string>) => {
    const body = { domain: hostOf(domain), name: name.trim() || hostOf(domain), country, language }
    const { project, revived } = await change('sites.create', { body })
    onClose()
    await navigate({ to: pages.keywords, params: { siteId: project.id } })
    if (revived) sayDone({ text: t.backWithHistory(project.domain) })
  }
  return (
    <Form action={t.addSite} onSend={add}>
      <DomainField autoFocus onHost={setHost} />
      <Field name="name" label={t.siteName} hint={t.optionalDomainDefault} placeholder={host} maxLength={200} />
      <LocaleFields chosen={localeOf(host, chosen)} onChoose={(part) => setChosen({ ...chosen, ...part })} />
    </Form>
  )
}

/** The person's choices; the domain and the browser fill in the rest. */
function localeOf(host: string, { country, language }: Partial<Locale>): Locale {
  const offered = readFacts()
  const guess = guessLocale(host, navigator.languages, offered)
  if (country === undefined) return { country: guess.country, language: language ?? guess.language }
  return { country, language: language ?? mainLanguage(country, navigator.languages, offered) }
}
