import { useMutation } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { app as t } from '../../texts/app.ts'
import { sentenceOf } from '../api/refusal.ts'
import { signOut } from '../api/watch-session.ts'
import { KeyHelp, listenForKeys, useKeys } from '../kit/keys/keys.tsx'
import { Palette } from '../kit/keys/ways.tsx'
import { Notice } from '../kit/notice.tsx'
import type { Group } from './menu.ts'
import { useGo } from './use-sites.ts'
import { useFoundKeywords, useWays } from './use-ways.ts'

export type Opened = 'palette' | 'keys' | 'sites' | undefined
type ShellKeysProps = {
  /** The pages of the site that is open, and those of the account. */
  groups: readonly Group[]
  opened: Opened
  onOpen(opened: Opened): void
}

export function ShellKeys({ groups, opened, onOpen }: ShellKeysProps) {
  const go = useGo()
  const { siteId } = useParams({ strict: false })
  const leaving = useMutation({ mutationFn: signOut })
  useEffect(listenForKeys, [])
  useKeys([
    ...groups
      .flatMap(({ items }) => items)
      .flatMap(({ to, shortcut }) => (shortcut ? [{ ...shortcut, run: () => go(to, siteId) }] : [])),
    { keys: 'mod k', does: t.goAnywhere, run: () => onOpen('palette') },
    { keys: '?', does: t.showTheKeys, run: () => onOpen('keys') },
  ])
  const close = () => onOpen(undefined)
  return (
    <>
      {leaving.error && <Notice tone="bad">{t.youAreStillSigned(sentenceOf(leaving.error))}</Notice>}
      {opened === 'palette' && (
        <Everything groups={groups} onOpen={onOpen} onClose={close} onLeave={() => leaving.mutate()} />
      )}
      <KeyHelp open={opened === 'keys'} onClose={close} />
    </>
  )
}

type EverythingProps = Omit<ShellKeysProps, 'opened'> & { onClose(): void; onLeave(): void }

function Everything({ groups, onOpen, onClose, onLeave }: EverythingProps) {
  const [text, setText] = useState('')
  const { ways, error } = useWays(groups, {
    keys: () => onOpen('keys'),
    sites: () => onOpen('sites'),
    leave: onLeave,
  })
  const found = useFoundKeywords(text)
  const problems = [
    ...(error ? [t.yourSitesAreMissingHere(sentenceOf(error))] : []),
    ...(found.error ? [t.keywordsAreMissingHere(sentenceOf(found.error))] : []),
  ]
  return <Palette open onClose={onClose} ways={ways} also={found.ways} onType={setText} problems={problems} />
}
