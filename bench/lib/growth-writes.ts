import { until } from '@rts/local/testing/until'
import type { OperationName } from '@rts/shared/contract/table'
import { demand } from '../../harness/calls.ts'
import { ask } from '../../harness/customers/answers.ts'
import { freshAddress } from '../../services/mcp/tests/support/agent.ts'
import { signInAs } from '../../tests/support/person-calls.ts'
import { newAccount } from '../../tests/support/system.ts'
import { acceptedByAgents, mcpMessage } from './callers.ts'
import type { Reader } from './growth-account.ts'
import type { Task } from './growth-costs.ts'

let made = 0

/** The writes of an account, each from its call until its work is over. */
export function writeTasks(reader: Reader): Task[] {
  return [...siteTasks(reader), ...accountTasks(reader)].map((task) => ({ ...task, settles: true }))
}

/** A write, and what takes it away again: each is prepared by the other. */
function pair(name: string, make: () => Promise<string>, remove: (id: string) => Promise<unknown>): Task[] {
  let id = ''
  const put = async () => {
    id ||= await make()
  }
  const take = async () => {
    if (id) await remove(id)
    id = ''
  }
  return [
    { name: `${name}: made`, prepare: take, run: put },
    { name: `${name}: taken away`, prepare: put, run: take },
  ]
}

function siteTasks({ ids, rest, op, checkedAt }: Reader): Task[] {
  const params = { id: ids.id }
  const site = `/projects/${ids.id}`
  const rules = () => [{ rule: 'fell', isOn: true, threshold: 3 + (++made % 5) }]
  const write = (name: string, operation: OperationName, body: () => object): Task => {
    return { name: `write ${name}`, run: () => op(operation, { params, body: body() }) }
  }
  return [
    ...pair(
      'write a keyword',
      async () => (await rest('POST', `${site}/keywords`, { keyword: `a phrase of growth ${++made}` })).keyword.id,
      (id) => rest('DELETE', `${site}/keywords/${id}`),
    ),
    ...pair(
      'write a note',
      async () => (await op('notes.create', { params, body: { day: '2026-11-02', text: `note ${++made}` } })).note.id,
      (noteId) => op('notes.delete', { params: { ...params, noteId } }),
    ),
    ...pair(
      'write a site',
      async () => (await rest('POST', '/projects', { name: 'New', domain: `n${++made}.example` })).project.id,
      (id) => rest('DELETE', `/projects/${id}`),
    ),
    ...pair(
      'write a key',
      async () => (await op('keys.create', { params: { accountId: ids.accountId }, body: { name: 'k' } })).key.id,
      (keyId) => op('keys.revoke', { params: { keyId } }),
    ),
    write('tags', 'keywordTags.update', () => ({ ids: [ids.kid], add: [`t${++made}`], remove: [`t${made - 1}`] })),
    write('alert rules', 'alertSettings.update', () => ({ audience: 'me', rules: rules() })),
    { name: 'write a project’s name', run: () => rest('PATCH', site, { name: `Name ${++made}` }) },
    {
      // Claimed, bought, read and stored.
      name: 'check a results page',
      run: async () => {
        const before = await checkedAt(ids.kid)
        await op('checks.run', { params, body: { keywordIds: [ids.kid], again: true } })
        await until('the check', async () => (await checkedAt(ids.kid)) !== before)
      },
    },
  ]
}

function accountTasks({ system, login, forget }: Reader): Task[] {
  const { operator, connection } = system
  const register = async () => {
    const headers = { accept: acceptedByAgents, 'x-forwarded-for': freshAddress() }
    const body = mcpMessage('tools/call', { name: 'register', arguments: { agent_name: 'Growth' } })
    const answer = await ask(connection.mcpUrl, { headers, body })
    demand(
      answer.status === 200 && !answer.body.includes('"isError":true'),
      `register: ${answer.status} ${answer.body}`,
    )
  }
  let account: Awaited<ReturnType<typeof newAccount>> | undefined
  const fill = async () => {
    account = await newAccount(system, 'scale')
    const { project } = Object((await account.rest('POST', '/projects', { name: 'End', domain: 'end.example' })).body)
    await account.rest('POST', `/projects/${project.id}/keywords`, { keyword: `an end ${++made}` })
  }
  const close = async () => {
    if (account)
      await operator.call('accounts.close', { params: { accountId: account.id }, body: { confirm: account.email } })
  }
  return [
    { name: 'sign in', prepare: forget, run: () => signInAs(system, login, '') },
    { name: 'register a guest', run: register },
    { name: 'make an account', run: () => newAccount(system, 'free') },
    { name: 'close an account', prepare: fill, run: close },
  ]
}
