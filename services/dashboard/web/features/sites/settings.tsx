import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { sites as t } from '../../../texts/sites.ts'
import { useRights, useSiteId } from '../../api/account.tsx'
import { call, change, type InputOf, type OutputOf, read, readAgain } from '../../api/call.ts'
import { mistyped } from '../../api/refusal.ts'
import { ActionButton } from '../../kit/action.tsx'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'
import { Choice, Select } from '../../kit/form/choice.tsx'
import { Field, Form, Saved } from '../../kit/form/form.tsx'
import { Columns, Loaded, Panel, Stack } from '../../kit/layout/page.tsx'
import { sayDone } from '../../kit/undo.tsx'
import { Moment } from '../../kit/words/time.tsx'
import { pages } from '../../routes.ts'
import { type Site, SiteForm } from './site-form.tsx'
import { SiteFrame } from './site-frame.tsx'

export function Settings() {
  const siteId = useSiteId()
  const { manages } = useRights()
  return (
    <SiteFrame siteId={siteId} title={t.settings}>
      <Loaded query={read('sites.get', { params: { id: siteId } })}>
        {({ project }) => (
          <Columns>
            <SiteForm site={project} />
            <Stack>
              <Checks site={project} />
              <Reading siteId={siteId} />
              {manages && <DeleteSite site={project} />}
            </Stack>
          </Columns>
        )}
      </Loaded>
    </SiteFrame>
  )
}

function Checks({ site: { id, checksPausedAt } }: { site: Site }) {
  const isPaused = checksPausedAt !== null
  const turn = () => change('sites.update', { params: { id }, body: { checksPaused: !isPaused } })
  const line = isPaused ? t.pausedSince(<Moment at={checksPausedAt} />) : t.keywordsAreChecked
  return (
    <Panel
      title={t.checks}
      line={line}
      actions={<ActionButton action={turn}>{isPaused ? t.resumeChecks : t.pauseChecks}</ActionButton>}
    />
  )
}

function DeleteSite({ site: { id, domain } }: { site: Site }) {
  const navigate = useNavigate()
  const remove = async ({ confirm = '' }: Record<string, string>) => {
    if (confirm.trim().toLowerCase() !== domain) throw mistyped(t.typeDelete(domain), t.mustBe(domain))
    await call('sites.delete', { params: { id } })
    await navigate({ to: pages.home })
    await readAgain()
    sayDone({
      text: t.deleted(domain),
      async undo() {
        await change('trashedSites.restore', { params: { id } })
      },
    })
  }
  return (
    <Panel
      title={t.deleteThisSite}
      line={t.itsKeywordsWithAll}
      actions={
        <ConfirmButton look="danger" title={t.deleteNamed(domain)} action={t.deleteSite} onConfirm={remove}>
          <p>{t.keptFor30Days}</p>
          <Field name="confirm" label={t.type(domain)} autoComplete="off" autoCapitalize="none" required />
        </ConfirmButton>
      }
    />
  )
}

type Depth = NonNullable<InputOf<'siteDepth.update'>['body']['depth']>
const depths: readonly Depth[] = [10, 20, 50, 100]

function Reading({ siteId }: { siteId: string }) {
  return (
    <Loaded query={read('siteDepth.get', { params: { id: siteId } })}>
      {({ reading }) => <ReadingForm siteId={siteId} reading={reading} />}
    </Loaded>
  )
}

type FormProps = { siteId: string; reading: OutputOf<'siteDepth.get'>['reading'] }

function ReadingForm({ siteId, reading: { depth, maxDepth, smart } }: FormProps) {
  const [saved, setSaved] = useState(0)
  const save = async (values: Record<string, string>) => {
    const chosen = depths.find((each) => String(each) === values.depth)
    const body = { ...(chosen && { depth: chosen }), smart: values.smart === 'need' }
    await call('siteDepth.update', { params: { id: siteId }, body })
    setSaved(saved + 1)
    await readAgain()
  }
  const offered = depths.filter((each) => each <= maxDepth)
  return (
    <Panel title={t.resultsRead} line={t.fewerResultsCostLess}>
      <Form action={t.saveReading} onSend={save} beside={<Saved count={saved} />}>
        <Select
          name="depth"
          label={t.depth}
          options={offered.map((each) => ({ value: String(each), label: t.firstResults(each) }))}
          chosen={String(depth)}
        />
        <Choice
          name="smart"
          label={t.eachCheckReads}
          options={[
            { value: 'need', label: t.asFarAsNeeded, hint: t.asFarAsNeededMeans },
            { value: 'all', label: t.allOfThem },
          ]}
          chosen={smart ? 'need' : 'all'}
        />
      </Form>
    </Panel>
  )
}
