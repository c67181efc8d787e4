import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useSiteId } from '../../api/site-id.ts'
import { Field } from '../../kit/form/field.tsx'
import { Form } from '../../kit/form/form.tsx'
import { useSource } from '../../kit/form/source.tsx'
import { Columns, Panel } from '../../kit/layout/page.tsx'
import { Tabs } from '../../kit/layout/tabs.tsx'
import { SiteFrame } from '../sites/exports.ts'
import { CheckReport } from './check-report.tsx'

/** As the service counts it: bytes of UTF-8. */
const limitBytes = 512_000

/** Checks the structured data of a text, or of a page of the site; a finding leads to its line. */
export function StructuredData() {
  const siteId = useSiteId()
  const source = useSource()
  // What was asked for last is shown, whichever answer comes last.
  const { data: checked, mutateAsync: check } = useMutation({ mutationFn: (asked: Asked) => checkOf(siteId, asked) })
  const text = (
    <Form
      key="text"
      action="Check it"
      onSend={({ code = '' }) => check({ code })}
      beside={<Size bytes={source.bytes} />}
    >
      {source.field({ name: 'code', label: 'HTML or JSON-LD' })}
    </Form>
  )
  return (
    <SiteFrame siteId={siteId} title="Structured data">
      <Columns>
        <Panel title="What to check">
          <Tabs
            label="What to check"
            tabs={[
              ['A text', text],
              ['A page', <PageForm key="page" onSend={(url) => check({ url })} />],
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
    <Form action="Fetch and check it" onSend={({ url = '' }) => onSend(url)}>
      <Field
        name="url"
        label="Address of a page of the site"
        hint="From the Starter plan up"
        type="url"
        placeholder="https://…"
        required
        maxLength={2_000}
      />
    </Form>
  )
}

function Size({ bytes }: { bytes: number }) {
  const text = `${Math.ceil(bytes / 1_000).toLocaleString('en')} of 512 KB`
  return <span role="status">{bytes > limitBytes ? `${text}: too long` : text}</span>
}
