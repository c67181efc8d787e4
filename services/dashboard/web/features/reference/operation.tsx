import { reference as t } from '../../../texts/reference.ts'
import { Disclosure, FieldList, type ListedField, WithCode } from '../../kit/layout/reference.tsx'
import { Code } from '../../kit/words/code.tsx'
import { curlOf } from './curl.ts'
import type { Listed, Reference } from './document.ts'
import { fieldsOf, typeOf, withoutAllowance } from './fields.ts'

type OperationProps = { operation: Listed; reference: Reference; keyName: string; isAsked: boolean }

export function Operation({ operation, reference, keyName, isAsked }: OperationProps) {
  const { operationId, method, path, summary, description, requestBody, responses } = operation
  const body = requestBody?.content['application/json']
  const answer = responses[200]?.content?.['application/json']
  return (
    <Disclosure
      id={operationId}
      isAsked={isAsked}
      badge={method}
      title={path.replace(/\{(\w+)\}/g, ':$1')}
      line={<WithCode text={summary} />}
    >
      <p>
        <WithCode text={description} />
      </p>
      <Code label={t.example} text={curlOf(operation, reference.url, keyName)} />
      <FieldList title={t.parameters} fields={parametersOf(operation, reference)} asked />
      {body && <FieldList title={t.body} fields={fieldsOf(body.schema, reference.schemas)} asked />}
      {answer && (
        <>
          <FieldList title={t.response} fields={withoutAllowance(fieldsOf(answer.schema, reference.schemas))} />
          <Code label={t.exampleResponse} text={JSON.stringify(answer.example, null, 2)} />
        </>
      )}
      <FieldList title={t.errors} fields={refusalsOf(operation)} />
    </Disclosure>
  )
}

function parametersOf({ parameters = [] }: Listed, { schemas }: Reference): ListedField[] {
  return parameters.map(({ name, required, description, schema }) => ({
    name,
    description,
    isRequired: required,
    type: typeOf(schema, schemas),
  }))
}

/** The codes of each status; all refusals have the form of `Problem`. */
function refusalsOf({ responses }: Listed): ListedField[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { description }]) => ({ name: status, type: '', isRequired: false, description }))
}
