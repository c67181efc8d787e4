import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { structuredData as t } from '../../../texts/structured-data.ts'
import { useSiteId } from '../../api/account.tsx'
import { call } from '../../api/call.ts'
import { Field, Form, TextField } from '../../kit/form/form.tsx'
import { Columns, Panel } from '../../kit/layout/page.tsx'
import { Tabs } from '../../kit/layout/tabs.tsx'
import { figure } from '../../kit/words/figure.ts'
import { SiteFrame } from '../sites/exports.ts'
import { CheckReport } from './check-report.tsx'

/** As the service counts it: bytes of UTF-8. */
const limitBytes = 512_000

/** Checks the structured data of a text, or of a page of the site; a finding leads to its line. */
export function StructuredData() {
  const siteId = useSiteId()
  const source = useSource()
  // The last request wins, in whatever order the answers arrive.
  const { data: checked, mutateAsync: check } = useMutation({ mutationFn: (asked: Asked) => checkOf(siteId, asked) })
  const text = (
    <Form
      key="text"
      action={t.check}
      onSend={({ code = '' }) => check({ code })}
      beside={<Size bytes={source.bytes} />}
    >
      {source.field({ name: 'code', label: t.htmlJsonLd })}
    </Form>
  )
  return (
    <SiteFrame siteId={siteId} title={t.structuredData}>
      <Columns>
        <Panel title={t.source}>
          <Tabs
            label={t.source}
            tabs={[
              [t.text, text],
              [t.page, <PageForm key="page" onSend={(url) => check({ url })} />],
            ]}
          />
        </Panel>
        {checked && <CheckReport report={checked.report} onFinding={checked.isText ? source.show : null} />}
      </Columns>
    </SiteFrame>
  )
}

type Asked = { code: string } | { url: string }

async function checkOf(siteId: string, asked: Asked) {
  if ('code' in asked) return { report: await call('schema.check', { body: asked }), isText: true }
  return { report: await call('siteSchema.check', { params: { id: siteId }, body: asked }), isText: false }
}

function PageForm({ onSend }: { onSend(url: string): Promise<unknown> }) {
  return (
    <Form action={t.fetchAndCheck} onSend={({ url = '' }) => onSend(url)}>
      <Field
        name="url"
        label={t.urlOfAPage}
        hint={t.requiresTheStarterPlan}
        type="url"
        placeholder="https://…"
        required
        maxLength={2_000}
      />
    </Form>
  )
}

function Size({ bytes }: { bytes: number }) {
  const text = t.of512Kb(figure(Math.ceil(bytes / 1_000)))
  return <span role="status">{bytes > limitBytes ? t.tooLong(text) : text}</span>
}

const encoder = new TextEncoder()

/** A field for a long text whose places can be shown: `show` marks a line from a column on. Lines and columns count from 1. */
function useSource() {
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const show = (line: number, column: number) => {
    const field = area.current
    if (!field) return
    const lines = field.value.split('\n')
    const start = lines.slice(0, line - 1).reduce((length, one) => length + one.length + 1, 0)
    const end = start + (lines[line - 1]?.length ?? 0)
    field.focus()
    field.setSelectionRange(Math.min(start + column - 1, end), end)
    field.scrollTop = Math.max(0, (line - 4) * (field.scrollHeight / lines.length))
  }
  const field = ({ name, label }: { name: string; label: string }): ReactNode => (
    <TextField
      ref={area}
      name={name}
      label={label}
      rows={24}
      spellCheck={false}
      wrap="off"
      data-code
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  )
  return { field, show, bytes: encoder.encode(text).length }
}
