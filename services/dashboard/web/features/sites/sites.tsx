import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { sites as t } from '../../../texts/sites.ts'
import { useRights } from '../../api/account.tsx'
import { change, read } from '../../api/call.ts'
import { readFacts } from '../../api/document.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Field, Form } from '../../kit/form/form.tsx'
import { Empty, Loaded, Page, Panel } from '../../kit/layout/page.tsx'
import { DataTable } from '../../kit/table/data-table.tsx'
import { sayDone } from '../../kit/undo.tsx'
import { pages } from '../../routes.ts'
import { asked, useAsked } from '../../routing/asked.ts'
import { FirstSteps } from '../first-steps/exports.ts'
import { RecentAlerts } from '../raised-alerts/exports.ts'
import { defaultDays, periods } from '../ranks/exports.ts'
import { AllSites } from './all-sites.tsx'
import { guessLocale, type Locale, mainLanguage } from './locale-guess.ts'
import { hostOf } from './pasted-host.ts'
import { siteColumnsOf } from './site-columns.tsx'
import { DomainField, LocaleFields } from './site-fields.tsx'
import { type ListedSite, type Site, withAdvice } from './site-figures.ts'

export function Sites() {
  const [adding, setAdding] = useAsked(asked.addSite)
  const { writes, isLimited } = useRights()
  const mayAdd = writes && !isLimited
  const add = (
    <Button look="primary" onClick={() => setAdding(true)}>
      {t.addSite}
    </Button>
  )
  return (
    <Page title={t.sites} actions={mayAdd && add}>
      {mayAdd && <FirstSteps />}
      <RecentAlerts />
      <Loaded query={read('siteSummaries.list', { query: { days: defaultDays } })}>
        {({ sites }) => <Listed sites={sites} onAdd={mayAdd ? () => setAdding(true) : undefined} />}
      </Loaded>
      {mayAdd && <AddSite open={adding} onClose={() => setAdding(false)} />}
    </Page>
  )
}

/** How often recommendations that are being counted are asked for. */
const soonMs = 2_000

function Listed({ sites, onAdd }: { sites: readonly Site[]; onAdd: (() => void) | undefined }) {
  const navigate = useNavigate()
  const { data } = useQuery({
    ...read('adviceTotals.list', {}),
    enabled: sites.length > 0,
    refetchInterval: ({ state }) => (state.data && state.data.counting > 0 ? soonMs : false),
  })
  const rows = useMemo(() => withAdvice(sites, data?.sites ?? []), [sites, data])
  const columns = useMemo(() => siteColumnsOf(rows), [rows])
  return (
    <>
      {sites.length > 1 && <AllSites sites={rows} />}
      <Panel title={t.yourSites} line={t.upAndDown(periods[defaultDays])}>
        <DataTable
          noun={t.sitesLower}
          columns={columns}
          rows={rows}
          rowName={nameOf}
          defaultSort="-moved"
          onOpen={({ id }) => void navigate({ to: pages.site, params: { siteId: id } })}
          empty={
            onAdd ? (
              <Empty text={t.noSitesYet}>
                <Button onClick={onAdd}>{t.addTheFirst}</Button>
              </Empty>
            ) : (
              t.noSitesForYou
            )
          }
        />
      </Panel>
    </>
  )
}

/** The filter looks through this: a site is found by its tags too. */
const nameOf = ({ name, domain, tags }: ListedSite) => [name, domain, ...tags].join(' ')

function AddSite({ open, onClose }: { open: boolean; onClose(): void }) {
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
