import { useState } from 'react'
import { sites as t } from '../../../texts/sites.ts'
import { call, type InputOf, type OutputOf, read } from '../../api/call.ts'
import { readAgain } from '../../api/queries.ts'
import { Choice, Select } from '../../kit/form/choice.tsx'
import { Form, Saved } from '../../kit/form/form.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'

type Depth = NonNullable<InputOf<'siteDepth.update'>['body']['depth']>
const depths: readonly Depth[] = [10, 20, 50, 100]

/** How many results of each page are read for the site. */
export function Reading({ siteId }: { siteId: string }) {
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
