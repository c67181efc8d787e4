import type { OperationName } from '@rts/shared/contract/table'
import { freshAddress } from '../../services/mcp/tests/support/agent.ts'
import type { Login } from './person.ts'
import type { Answer, TestSystem } from './system.ts'

export type Input = { params?: object; query?: object; body?: object }
/** A person who is signed in, as their browser calls the rows of the table in one account. */
export type PersonCalls = { op(name: OperationName, input?: Input): Promise<Answer> }

export async function signInAs(
  { connection: { appUrl } }: Pick<TestSystem, 'connection'>,
  login: Login,
  accountId: string,
): Promise<PersonCalls> {
  const from = freshAddress()
  let cookie = ''
  const post = async (path: string, body: object): Promise<Answer> => {
    const own = { origin: appUrl, 'content-type': 'application/json', 'x-forwarded-for': from, 'x-account': accountId }
    const headers = { ...own, ...(cookie && { cookie }) }
    const answer = await fetch(appUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })
    const [line] = answer.headers.getSetCookie()
    if (line !== undefined) cookie = line.split(';')[0] ?? ''
    return { status: answer.status, headers: answer.headers, body: Object(await answer.json()) }
  }
  const { status } = await post('/auth/sign-in', login)
  if (status !== 200) throw new Error(`sign-in: ${status}`)
  return { op: (name, input = {}) => post(`/api/op/${name}`, input) }
}
