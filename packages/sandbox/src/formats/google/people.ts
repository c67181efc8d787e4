import type { Overrides } from '../../world/overrides.ts'

export type Property = { siteUrl: string; permissionLevel: string }
export type Person = { email: string; sub: string; name: string; properties: readonly Property[] }

/** One with every permission level, one who may only read, one without a property. */
export const people: readonly [Person, ...Person[]] = [
  {
    email: 'ann@sandbox.example',
    sub: '100000000000000000001',
    name: 'Ann, who owns the demo site',
    properties: [
      { siteUrl: 'sc-domain:demo.sandbox.example', permissionLevel: 'siteOwner' },
      { siteUrl: 'https://demo.sandbox.example/', permissionLevel: 'siteFullUser' },
      { siteUrl: 'https://rival-one.example/', permissionLevel: 'siteRestrictedUser' },
      { siteUrl: 'https://rival-two.example/', permissionLevel: 'siteUnverifiedUser' },
    ],
  },
  {
    email: 'ben@sandbox.example',
    sub: '100000000000000000002',
    name: 'Ben, who may only read one folder',
    properties: [{ siteUrl: 'https://demo.sandbox.example/blog/', permissionLevel: 'siteRestrictedUser' }],
  },
  { email: 'cleo@sandbox.example', sub: '100000000000000000003', name: 'Cleo, without a property', properties: [] },
]

/** Their own or the ones set for them, and the site named at sign-in. */
export function propertiesOf({ google }: Overrides, email: string, site: string | null): readonly Property[] {
  const own = google.properties[email] ?? people.find((each) => each.email === email)?.properties ?? []
  return site === null ? own : [{ siteUrl: `sc-domain:${site}`, permissionLevel: 'siteOwner' }, ...own]
}
