import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { aiVisibility as t } from '../../../texts/ai-visibility.ts'
import { Writes } from '../../api/account.tsx'
import { change, whole } from '../../api/call.ts'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Field, Form } from '../../kit/form/form.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { DataTable } from '../../kit/table/data-table.tsx'
import { useUndo } from '../../kit/undo.tsx'
import { pages } from '../../routes.ts'
import { Collected } from '../collects/exports.ts'
import { SiteFrame } from '../sites/exports.ts'
import { type Prompt, promptColumns } from './prompt-columns.tsx'
import { PromptSheet } from './prompt-sheet.tsx'
import { SuggestedPrompts } from './suggested-prompts.tsx'

const route = getRouteApi(`/inside${pages.aiVisibility}`)

export function AiVisibility() {
  const { siteId } = route.useParams()
  return (
    <SiteFrame siteId={siteId} title={t.aiVisibility}>
      <Panel title={t.prompts} line={t.eachEngineIsAskedOnce}>
        <Collected
          query={whole('prompts.list', { params: { id: siteId }, query: {} }, 'prompts')}
          isSample={({ prompts }) => prompts.some(({ engines }) => engines.some(({ sandbox }) => sandbox))}
        >
          {({ prompts }) => <Prompts siteId={siteId} prompts={prompts} />}
        </Collected>
      </Panel>
      <SuggestedPrompts siteId={siteId} />
      <Writes>
        <Panel title={t.addAPrompt}>
          <AddPrompt siteId={siteId} />
        </Panel>
      </Writes>
    </SiteFrame>
  )
}

function Prompts({ siteId, prompts }: { siteId: string; prompts: readonly Prompt[] }) {
  const { open } = route.useSearch()
  const navigate = useNavigate({ from: pages.aiVisibility })
  const { hidden } = useUndo()
  const show = (id: string | undefined) =>
    void navigate({ search: (before: object) => ({ ...before, open: id }), resetScroll: false })
  const rows = useMemo(() => prompts.filter(({ id }) => !hidden.has(id)), [prompts, hidden])
  const columns = useMemo(() => promptColumns(prompts[0]?.engines.map(({ engine }) => engine) ?? []), [prompts])
  const opened = rows.find(({ id }) => id === open)
  return (
    <>
      <DataTable
        noun={t.promptsLower}
        columns={columns}
        rows={rows}
        defaultSort="prompt"
        onOpen={({ id }) => show(id)}
        empty={t.noPromptsAreTrackedYet}
      />
      <Dialog title={opened?.prompt ?? ''} side="right" open={opened !== undefined} onClose={() => show(undefined)}>
        {opened && <PromptSheet key={opened.id} siteId={siteId} prompt={opened} onGone={() => show(undefined)} />}
      </Dialog>
    </>
  )
}

function AddPrompt({ siteId }: { siteId: string }) {
  return (
    <Form
      action={t.trackPrompt}
      clears
      onSend={({ prompt = '' }) =>
        change('prompts.create', { params: { id: siteId }, body: { prompt } }, 'prompts.list')
      }
    >
      <Field name="prompt" label={t.prompt} placeholder={t.whichMokaPotShouldI} required maxLength={500} />
    </Form>
  )
}
