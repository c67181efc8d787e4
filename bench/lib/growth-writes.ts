import { until } from '@rts/local/testing/until'
import type pg from 'pg'
import { freshAddress } from '../../services/mcp/tests/support/agent.ts'
import { newAccount } from '../../tests/support/system.ts'
import type { Reader } from './growth-reader.ts'
import type { Task } from './growth-reads.ts'

/** The writes of an account, each from its call until its work is over. `projects` is a superuser of that database. */
export function writeTasks(reader: Reader, projects: pg.Client): Task[] {
  return [...siteTasks(reader), ...personTasks(reader), ...accountTasks(reader), checkTask(reader, projects)]
}

let made = 0

/** A write that is undone before each run. */
function pair(name: string, make: () => Promise<string>, remove: (id: string) => Promise<unknown>): Task[] {
  let id = ''
  const taken = async () => {
    if (id) await remove(id)
    id = ''
  }
  const put = async () => {
    id = await make()
  }
  return [
    { name: `${name}: made`, settles: true, prepare: taken, run: put },
    { name: `${name}: taken away`, settles: true, prepare: async () => void (id || (await put())), run: taken },
  ]
}

function siteTasks({ ids, rest, op }: Reader): Task[] {
  const params = { id: ids.id }
  const site = `/projects/${ids.id}`
  const phrase = () => ({ keyword: `a phrase of growth ${++made}` })
  const put = async (name: Parameters<typeof op>[0], body: object, key: string) =>
    String((await op(name, { params, body }))[key].id)
  return [
    ...pair(
      'write a keyword',
      async () => (await rest('POST', `${site}/keywords`, phrase())).keyword.id,
      (id) => rest('DELETE', `${site}/keywords/${id}`),
    ),
    ...pair(
      'write a note',
      () => put('notes.create', { day: '2026-11-02', text: `note ${++made}` }, 'note'),
      (noteId) => op('notes.delete', { params: { ...params, noteId } }),
    ),
    ...pair(
      'write a site',
      async () => (await rest('POST', '/projects', { name: 'New', domain: `n${++made}.example` })).project.id,
      (id) => rest('DELETE', `/projects/${id}`),
    ),
    {
      name: 'write tags',
      settles: true,
      run: () =>
        op('keywordTags.update', { params, body: { ids: [ids.kid], add: [`t${++made}`], remove: [`t${made - 1}`] } }),
    },
    { name: 'write a project’s name', settles: true, run: () => rest('PATCH', site, { name: `Name ${++made}` }) },
  ]
}

function personTasks({ ids, op, login, appUrl, forget }: Reader): Task[] {
  const params = { id: ids.id }
  const rules = () => [{ rule: 'fell', isOn: true, threshold: 3 + (++made % 5) }]
  const signIn = async () => {
    const headers = { origin: appUrl, 'content-type': 'application/json', 'x-forwarded-for': freshAddress() }
    const answer = await fetch(`${appUrl}/auth/sign-in`, { method: 'POST', headers, body: JSON.stringify(login) })
    if (answer.status !== 200) throw new Error(`sign-in: ${answer.status}`)
    await answer.body?.cancel()
  }
  return [
    { name: 'sign in', settles: true, prepare: forget, run: signIn },
    {
      name: 'write alert rules',
      settles: true,
      run: () => op('alertSettings.update', { params, body: { audience: 'me', rules: rules() } }),
    },
    ...pair(
      'write a key',
      async () => (await op('keys.create', { params: { accountId: ids.accountId }, body: { name: 'k' } })).key.id,
      (keyId) => op('keys.revoke', { params: { keyId } }),
    ),
  ]
}

function accountTasks({ system }: Reader): Task[] {
  const { operator, connection } = system
  let account: Awaited<ReturnType<typeof newAccount>> | undefined
  const register = async () => {
    const headers = {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'x-forwarded-for': freshAddress(),
    }
    const params = { name: 'register', arguments: { agent_name: 'Growth' } }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const answer = Object(await (await fetch(connection.mcpUrl, { method: 'POST', headers, body })).json())
    if (answer.error || answer.result.isError) throw new Error(JSON.stringify(answer))
  }
  const fill = async () => {
    account = await newAccount(system, 'scale')
    const { project } = Object((await account.rest('POST', '/projects', { name: 'End', domain: 'end.example' })).body)
    await account.rest('POST', `/projects/${project.id}/keywords`, { keyword: `an end ${++made}` })
  }
  return [
    { name: 'register a guest', settles: true, run: register },
    { name: 'make an account', settles: true, run: () => newAccount(system, 'free') },
    {
      name: 'close an account',
      settles: true,
      prepare: fill,
      run: async () => {
        if (!account) return
        const input = { params: { accountId: account.id }, body: { confirm: account.email } }
        await operator.call('accounts.close', input)
      },
    },
  ]
}

/** A results page: claimed, bought, read and stored. */
function checkTask({ ids, op }: Reader, projects: pg.Client): Task {
  const checkedAt = async () =>
    (await projects.query('SELECT last_check_at::text AS at FROM keyword WHERE id = $1', [ids.kid])).rows[0]?.at
  return {
    name: 'check a results page',
    settles: true,
    run: async () => {
      const before = await checkedAt()
      await op('checks.run', { params: { id: ids.id }, body: { keywordIds: [ids.kid], again: true } })
      await until('the check', async () => (await checkedAt()) !== before)
    },
  }
}
