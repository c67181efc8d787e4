import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { reference as t } from '../../../texts/reference.ts'
import { session } from '../../api/session.ts'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Frame, NavHeading, NavLinks } from '../../kit/layout/frame.tsx'
import { Mark } from '../../kit/layout/narrow.tsx'
import { pages } from '../../routes.ts'
import { reference } from './document.ts'
import { guides } from './guides.ts'

/** The pages for those who call the server API, with their menu, signed in or not. */
export function ReferenceFrame({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const menu = <Menu onChoose={() => setOpen(false)} />
  return (
    <Frame menu={menu} top={<Mark />} onMenu={() => setOpen(true)}>
      <Dialog title={t.apiReference} side="left" open={isOpen} onClose={() => setOpen(false)}>
        {menu}
      </Dialog>
      {children}
    </Frame>
  )
}

const groups = [
  ['api', t.guides],
  ['agents', t.agents],
] as const

function Menu({ onChoose }: { onChoose(): void }) {
  const { data: document } = useQuery(reference)
  const { data: all } = useQuery(guides)
  const { data: found } = useQuery(session)
  const [to, text] = found?.person ? [pages.home, t.yourSites] : [pages.signIn, t.signIn]
  return (
    <>
      <NavHeading name={t.apiReference}>
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
      </NavHeading>
      {groups.map(([folder, name]) => (
        <NavHeading key={folder} name={name}>
          <NavLinks>
            {(all?.guides ?? [])
              .filter((guide) => guide.folder === folder)
              .map((guide) => [
                guide.name,
                <Link key={guide.name} to={pages.guide} params={{ guide: guide.name }} onClick={onChoose}>
                  {guide.title}
                </Link>,
              ])}
          </NavLinks>
        </NavHeading>
      ))}
      <footer>
        <Link to={to}>{text}</Link>
      </footer>
    </>
  )
}

export function anchorOf(tag: string): string {
  return tag.toLowerCase().replaceAll(' ', '-')
}
