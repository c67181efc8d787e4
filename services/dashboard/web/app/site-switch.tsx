import { app as t } from '../../texts/app.ts'
import { useAccount } from '../api/account.tsx'
import { sentenceOf } from '../api/refusal.ts'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { useKeys } from '../kit/keys/keys.ts'
import { Ways } from '../kit/keys/ways.tsx'
import { SwitchButton } from '../kit/layout/switch-button.tsx'
import { Notice } from '../kit/notice.tsx'
import { byLastSeen, readSeen } from './seen.ts'
import { useOpenSite, useSites, useSwitchSite } from './use-sites.ts'

/** The open site by its name; a press chooses another. */
export function SiteSwitch({ onOpen }: { onOpen(): void }) {
  const { data } = useOpenSite()
  const site = data?.project
  return (
    <SwitchButton
      label={t.switchSite}
      name={site?.name ?? t.chooseASite}
      line={site && site.name !== site.domain ? site.domain : ''}
      onPress={onOpen}
    />
  )
}

const words = { field: t.findASite, placeholder: t.nameOrDomain, list: t.sites, none: t.noSitesMatch }

/** The sites to choose from, those that were looked at last first; the page shows the same of the chosen one. */
export function SiteChoice({ open, onOpen, onClose }: { open: boolean; onOpen(): void; onClose(): void }) {
  const { accountId } = useAccount()
  const { data, error } = useSites(open)
  const change = useSwitchSite()
  useKeys([{ keys: 'g w', does: t.switchSite, run: onOpen }])
  const sites = byLastSeen(data?.projects ?? [], open ? readSeen(accountId) : [])
  const ways = sites.map(({ id, name, domain }) => ({
    id,
    name,
    of: name === domain ? '' : domain,
    go: () => change(id),
  }))
  return (
    <Dialog title={t.switchSite} open={open} onClose={onClose}>
      {error && <Notice tone="bad">{t.yourSitesAreMissingHere(sentenceOf(error))}</Notice>}
      {open && data && <Ways ways={ways} words={words} onClose={onClose} />}
    </Dialog>
  )
}
