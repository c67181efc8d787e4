import { useLocation, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { reference as t } from '../../../texts/reference.ts'
import { Empty, Loaded, Page } from '../../kit/layout/page.tsx'
import { DocumentText } from '../../kit/words/document-text.tsx'
import { type Guide as Found, guides, placeOf } from './guides.ts'
import { ReferenceFrame } from './reference-frame.tsx'

/** A guide for callers of the server API or for agents, signed in or not. */
export function Guide() {
  const { guide: name } = useParams({ strict: false })
  return (
    <ReferenceFrame>
      <Loaded query={guides}>
        {(all) => {
          const found = all.guides.find((guide) => guide.name === name)
          if (found) return <Shown guide={found} all={all.guides} />
          return (
            <Page title={t.guides}>
              <Empty text={t.noSuchGuide}>{null}</Empty>
            </Page>
          )
        }}
      </Loaded>
    </ReferenceFrame>
  )
}

function Shown({ guide, all }: { guide: Found; all: readonly Found[] }) {
  const { hash } = useLocation()
  // A browser looks for the place before there is one.
  useEffect(() => document.getElementById(hash)?.scrollIntoView(), [hash])
  return (
    <Page title={guide.title}>
      <DocumentText text={guide.text} placeOf={(href) => placeOf(href, all)} />
    </Page>
  )
}
