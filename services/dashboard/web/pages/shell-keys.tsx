import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { read } from '../api/call.ts'
import { pages } from '../routes.ts'
import { KeyHelp } from '../ui/keys/key-help.tsx'
import { listenForKeys, useKeys } from '../ui/keys/keys.ts'
import { Palette } from '../ui/keys/palette.tsx'
import { sentenceOf } from '../ui/refused.tsx'
import type { Group, To } from './menu-groups.ts'

export type Opened = 'palette' | 'keys' | undefined
type ShellKeysProps = {
  /** The pages of the site that is open, and those of the account. */
  groups: readonly Group[]
  opened: Opened
  onOpen(opened: Opened): void
}

/** The keys that work on every page, and what they open. */
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
  /** A key to a page that is in the menu. */
  const keyTo = (keys: string, does: string, to: To) =>
    items.some((item) => item.to === to) ? [{ keys, does, run: () => go(to) }] : []
  useKeys([
    ...keyTo('g s', 'Go to the sites', pages.home),
    ...keyTo('g o', 'Go to the overview', pages.site),
    ...keyTo('g k', 'Go to the keywords', pages.keywords),
    ...keyTo('g c', 'Go to the comparison', pages.comparison),
    ...keyTo('g a', 'Go to the API keys', pages.keys),
    { keys: 'mod k', does: 'Go anywhere', run: () => onOpen('palette') },
    { keys: '?', does: 'Show the keys', run: () => onOpen('keys') },
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
