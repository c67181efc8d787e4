import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { reference as t } from '../../../texts/reference.ts'
import { useAccount, useRights } from '../../api/account.tsx'
import { read } from '../../api/call.ts'
import { Search } from '../../kit/form/filters.tsx'
import { listenForKeys } from '../../kit/keys/keys.tsx'
import { Loaded, Page, Panel } from '../../kit/layout/page.tsx'
import { Disclosure, FieldList, type ListedField, WithCode } from '../../kit/layout/reference.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Code } from '../../kit/words/code.tsx'
import { Markdown } from '../../kit/words/markdown.tsx'
import { curlOf } from './curl.ts'
import { type Reference as Document, found, type Listed, reference } from './document.ts'
import { fieldsOf, typeOf, withoutAllowance } from './fields.ts'
import { anchorOf, ReferenceFrame } from './reference-frame.tsx'

/** The reference of the server API, for visitors too. This page does not call it. */
export function Reference() {
  const [words, setWords] = useState('')
  useEffect(listenForKeys, [])
  return (
    <ReferenceFrame>
      <Page
        title={t.apiReference}
        line={t.forProgramsOpenAPI(<a href="/docs/openapi.json">{t.docsOpenapiJson}</a>)}
        actions={<Search label={t.findAnEndpointOrField} text={words} onSearch={setWords} />}
      >
        <Loaded query={reference}>{(document) => <Operations document={document} words={words} />}</Loaded>
      </Page>
    </ReferenceFrame>
  )
}

function Operations({ document, words }: { document: Document; words: string }) {
  const keyName = useKeyName()
  const { hash } = useLocation()
  const shown = found(document, words)
  // A browser looks for the place before there is one.
  useEffect(() => window.document.getElementById(hash)?.scrollIntoView(), [hash])
  return (
    <>
      {words === '' && <Introduction document={document} />}
      {shown.length === 0 && <Notice>{t.noEndpointsMatch}</Notice>}
      {document.tags
        .map((tag) => ({ ...tag, operations: shown.filter(({ tags }) => tags.includes(tag.name)) }))
        .filter(({ operations }) => operations.length > 0)
        .map(({ name, description, operations }) => (
          <Panel key={name} title={name} line={<WithCode text={description} />} id={anchorOf(name)}>
            <div>
              {operations.map((operation) => (
                <Operation
                  key={operation.operationId}
                  operation={operation}
                  reference={document}
                  keyName={keyName}
                  isAsked={hash === operation.operationId}
                />
              ))}
            </div>
          </Panel>
        ))}
    </>
  )
}

function Introduction({ document: { introduction, schemas } }: { document: Document }) {
  const { Allowance = {}, Problem = {} } = schemas
  return (
    <>
      <Panel title={t.beforeFirstCall}>
        <Markdown text={introduction} />
      </Panel>
      <Panel title={t.inEveryResponse}>
        <FieldList title={t.allowance} fields={fieldsOf(Allowance, schemas)} />
        <FieldList title={t.errorApplicationProblemJson} fields={withoutAllowance(fieldsOf(Problem, schemas))} />
      </Panel>
    </>
  )
}

/** The placeholder of the key in examples: the name of the person's key, if there is one. */
function useKeyName(): string {
  const { accountId } = useAccount()
  const { manages } = useRights()
  const mine = read('keys.list', { params: { accountId } })
  const { data } = useQuery({ ...mine, enabled: accountId !== '' && manages })
  const key = data?.keys.find(({ kind, revokedAt }) => kind === 'server' && revokedAt === null)
  return key ? t.theKey(key.name) : t.yourServerKey
}

type OperationProps = { operation: Listed; reference: Document; keyName: string; isAsked: boolean }

function Operation({ operation, reference, keyName, isAsked }: OperationProps) {
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

function parametersOf({ parameters = [] }: Listed, { schemas }: Document): ListedField[] {
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
