import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { reference as t } from '../../../texts/reference.ts'
import { useAccount, useRights } from '../../api/account.ts'
import { read } from '../../api/call.ts'
import { session } from '../../api/session.ts'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Search } from '../../kit/form/search.tsx'
import { listenForKeys } from '../../kit/keys/keys.ts'
import { FieldList } from '../../kit/layout/field-list.tsx'
import { Frame, NavGroup, NavLinks } from '../../kit/layout/frame.tsx'
import { Mark } from '../../kit/layout/narrow.tsx'
import { Page, Panel } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Markdown } from '../../kit/words/markdown.tsx'
import { WithCode } from '../../kit/words/with-code.tsx'
import { pages } from '../../routes.ts'
import { type Reference as Document, found, reference } from './document.ts'
import { fieldsOf, withoutAllowance } from './fields.ts'
import { Operation } from './operation.tsx'

/** The reference of the server API, for visitors too. This page does not call it. */
export function Reference() {
  const [isOpen, setOpen] = useState(false)
  const [words, setWords] = useState('')
  useEffect(listenForKeys, [])
  const menu = <Menu onChoose={() => setOpen(false)} />
  return (
    <Frame menu={menu} top={<Mark />} onMenu={() => setOpen(true)}>
      <Dialog title={t.apiReference} side="left" open={isOpen} onClose={() => setOpen(false)}>
        {menu}
      </Dialog>
      <Page
        title={t.apiReference}
        line={t.forProgramsOpenAPI(<a href="/docs/openapi.json">{t.docsOpenapiJson}</a>)}
        actions={<Search label={t.findAnEndpointOrField} text={words} onSearch={setWords} />}
      >
        <Loaded query={reference}>{(document) => <Operations document={document} words={words} />}</Loaded>
      </Page>
    </Frame>
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

function Menu({ onChoose }: { onChoose(): void }) {
  const { data: document } = useQuery(reference)
  const { data: found } = useQuery(session)
  const [to, text] = found?.person ? [pages.home, t.yourSites] : [pages.signIn, t.signIn]
  return (
    <>
      <NavGroup id="reference" name={t.apiReference}>
        <NavLinks>
          {(document?.tags ?? []).map(({ name }) => [
            name,
            <Link
              key={name}
              to={pages.reference}
              hash={anchorOf(name)}
              activeOptions={{ includeHash: true }}
              onClick={onChoose}
            >
              {name}
            </Link>,
          ])}
        </NavLinks>
      </NavGroup>
      <footer>
        <Link to={to}>{text}</Link>
      </footer>
    </>
  )
}

function anchorOf(tag: string): string {
  return tag.toLowerCase().replaceAll(' ', '-')
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
