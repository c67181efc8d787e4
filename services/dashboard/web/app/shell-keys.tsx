import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { app as t } from '../../texts/app.ts'
import { read } from '../api/call.ts'
import { sentenceOf } from '../api/send.ts'
import { KeyHelp } from '../kit/keys/key-help.tsx'
import { listenForKeys, useKeys } from '../kit/keys/keys.ts'
import { Palette } from '../kit/keys/palette.tsx'
import { pages } from '../routes.ts'
import type { Group, To } from './menu.ts'

export type Opened = 'palette' | 'keys' | undefined
type ShellKeysProps = {
  /** The pages of the site that is open, and those of the account. */
  groups: readonly Group[]
  opened: Opened
  onOpen(opened: Opened): void
}

export function ShellKeys({ groups, opened, onOpen }: ShellKeysProps) {
  const navigate = useNavigate()
  const { siteId } = useParams({ strict: false })
  const { data, error } = useQuery({
    ...read('sites.list', { query: { limit: 1_000 } }),
    enabled: opened === 'palette',
  })
  useEffect(listenForKeys, [])
  const go = (to: To, id = siteId ?? '') => void navigate({ to, params: { siteId: id } })
  const items = groups.flatMap((group) => group.items)
  useKeys([
    ...items.flatMap(({ to, shortcut }) => (shortcut ? [{ ...shortcut, run: () => go(to) }] : [])),
    { keys: 'mod k', does: t.goAnywhere, run: () => onOpen('palette') },
    { keys: '?', does: t.showTheKeys, run: () => onOpen('keys') },
  ])
  const ways = [
    ...groups.flatMap(({ name: of, items }) => items.map(({ to, name }) => ({ id: to, name, of, go: () => go(to) }))),
    ...(data?.projects ?? []).map(({ id, name, domain }) => ({ id, name, of: domain, go: () => go(pages.site, id) })),
  ]
  const close = () => onOpen(undefined)
  return (
    <>
      <Palette open={opened === 'palette'} onClose={close} ways={ways} problem={error && sentenceOf(error)} />
      <KeyHelp open={opened === 'keys'} onClose={close} />
    </>
  )
}
