import { useState } from 'react'
import { call, type OutputOf } from '../../api/call.ts'
import { useSiteId } from '../../api/site-id.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Columns, Panel } from '../../ui/page.tsx'
import { useSource } from '../../ui/source.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { SiteFrame } from '../site/site-frame.tsx'
import { CheckReport } from './check-report.tsx'

type Report = Pick<OutputOf<'siteSchema.check'>, 'items' | 'errors'>
/** As the service counts it: bytes of UTF-8. */
const limitBytes = 512_000

/** Checks the structured data of a text, or of a page of the site; a finding leads to its line. */
export function StructuredData() {
  const siteId = useSiteId()
  const [checked, setChecked] = useState<{ report: Report; isText: boolean }>()
  const source = useSource()
  return (
    <SiteFrame siteId={siteId} title="Structured data">
      <Columns>
        <Panel title="What to check">
          <Tabs
            label="What to check"
            tabs={[
              [
                'A text',
                <Form
                  key="text"
                  action="Check it"
                  onSend={async ({ code = '' }) =>
                    setChecked({ report: await call('schema.check', { body: { code } }), isText: true })
                  }
                  beside={<Size bytes={source.bytes} />}
                >
                  {source.field({ name: 'code', label: 'HTML or JSON-LD' })}
                </Form>,
              ],
              [
                'A page',
                <Form
                  key="page"
                  action="Fetch and check it"
                  onSend={async ({ url = '' }) => {
                    const report = await call('siteSchema.check', { params: { id: siteId }, body: { url } })
                    setChecked({ report, isText: false })
                  }}
                >
                  <Field
                    name="url"
                    label="Address of a page of the site"
                    hint="From the Starter plan up"
                    type="url"
                    placeholder="https://…"
                    required
                    maxLength={2_000}
                  />
                </Form>,
              ],
            ]}
          />
        </Panel>
        {checked && <CheckReport report={checked.report} onFinding={checked.isText ? source.show : null} />}
      </Columns>
    </SiteFrame>
  )
}

function Size({ bytes }: { bytes: number }) {
  const text = `${Math.ceil(bytes / 1_000).toLocaleString('en')} of 512 KB`
  return <span role="status">{bytes > limitBytes ? `${text}: too long` : text}</span>
}
