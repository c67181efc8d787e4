import { useQuery } from '@tanstack/react-query'
import { team as t } from '../../../texts/team.ts'
import { useAccount } from '../../api/account.tsx'
import { type InputOf, read } from '../../api/call.ts'
import { Choice, Select } from '../../kit/form/choice.tsx'
import { Toggles } from '../../kit/form/filters.tsx'
import { Muted } from '../../kit/layout/page.tsx'

export type Role = NonNullable<InputOf<'invites.create'>['body']['role']>
/** The rights of a person; `siteIds` null: in all sites. */
export type Rights = { role: Role; siteIds: readonly string[] | null }

const viewer = { value: 'viewer', label: t.viewer, hint: t.onlyReads }
const member = { value: 'member', label: t.member, hint: t.worksOnSites }
const admin = { value: 'admin', label: t.admin, hint: t.alsoManagesKeys }

/** The role of a person and the sites that they see. Only the owner makes admins, who see all. */
export function RightsFields({ rights, onChange }: { rights: Rights; onChange(rights: Rights): void }) {
  const { role: own } = useAccount()
  const { data } = useQuery(read('sites.list', { query: { limit: 1_000 } }))
  const { role, siteIds } = rights
  const offered = [viewer, member, ...(own === 'owner' || role === 'admin' ? [admin] : [])]
  const choose = (value: string) => {
    const next = offered.find((each) => each.value === value)
    // safe because these are the roles that are offered
    if (next) onChange({ role: next.value as Role, siteIds: next === admin ? null : siteIds })
  }
  const sites = data?.projects ?? []
  return (
    <>
      <Choice name="role" label={t.role} options={offered} chosen={role} onChoose={choose} />
      {role !== 'admin' && (
        <Select
          name="sees"
          label={t.sees}
          options={[
            { value: 'all', label: t.allSites },
            { value: 'some', label: t.onlySomeSites },
          ]}
          chosen={siteIds === null ? 'all' : 'some'}
          onChoose={(value) => onChange({ role, siteIds: value === 'all' ? null : [] })}
        />
      )}
      {siteIds !== null && (
        <>
          <Toggles
            label={t.sites}
            names={sites.map(({ id, name, domain }) => [id, name === domain ? domain : `${name} · ${domain}`])}
            chosen={siteIds}
            onChoose={(chosen) => onChange({ role, siteIds: chosen })}
          />
          <Muted>{t.seesNothingOfTheAccount}</Muted>
        </>
      )}
    </>
  )
}

/** Whether sites are to be chosen and none is. */
export function lacksSites({ siteIds }: Rights): boolean {
  return siteIds !== null && siteIds.length === 0
}

export function bodyOf({ role, siteIds }: Rights) {
  return { role, siteIds: siteIds && [...siteIds] }
}

export function sitesText(siteIds: readonly string[] | null): string {
  return siteIds === null ? t.allSites : t.countOfSites(siteIds.length)
}
