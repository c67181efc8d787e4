import { until } from '@rts/local/testing/until'
import { newLogin } from '../../../tests/support/person.ts'
import type { World } from '../world.ts'

let people = 1

/** Somebody who has just signed in, with an account of their own on Free, and calls as their page does. */
export async function newPerson({ operator, connection: { appUrl } }: World) {
  const login = newLogin()
  await operator.call('persons.create', { body: { ...login, name: 'Ada' } })
  const headers: Record<string, string> = {
    origin: appUrl,
    'content-type': 'application/json',
    'x-forwarded-for': `198.18.${people >> 8}.${people++ & 255}`,
  }
  const post = async (target: string, body: unknown) => {
    const reply = await fetch(appUrl + target, { method: 'POST', headers, body: JSON.stringify(body) })
    const cookie = reply.headers.get('set-cookie')?.split(';')[0]
    if (cookie) headers.cookie = cookie
    return { status: reply.status, body: Object(await reply.json()) }
  }
  const { status } = await post('/auth/sign-in', login)
  if (status !== 200) throw new Error(`a person could not sign in: ${status}`)
  const accountId = await until('the account', async () => (await post('/api/session', {})).body.accountId ?? undefined)
  return {
    accountId: String(accountId),
    op: (name: string, input: unknown) => post(`/api/op/${name}`, input),
  }
}
export type Person = Awaited<ReturnType<typeof newPerson>>
