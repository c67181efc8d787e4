import { FieldList } from '../../kit/layout/field-list.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { Markdown } from '../../kit/words/markdown.tsx'
import type { Reference } from './document.ts'
import { fieldsOf, withoutAllowance } from './fields.ts'

/** What holds for every call. */
export function Introduction({ document: { introduction, schemas } }: { document: Reference }) {
  const { Allowance = {}, Problem = {} } = schemas
  return (
    <>
      <Panel title="Before the first call">
        <Markdown text={introduction} />
      </Panel>
      <Panel title="In every answer">
        <FieldList title="allowance" fields={fieldsOf(Allowance, schemas)} />
        <FieldList title="A refusal (application/problem+json)" fields={withoutAllowance(fieldsOf(Problem, schemas))} />
      </Panel>
    </>
  )
}
