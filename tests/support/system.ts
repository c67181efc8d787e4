import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@rts/local/ports'
import { type Connection, openDataFolder } from '@rts/local/system/data-folder'
import { connectOperator, type Operator } from '@rts/local/system/operator'
import { type System, startSystem } from '@rts/local/system/system'
import { operationOf } from '@rts/shared/contract/table'
import { problemsOf } from '@rts/shared/derive/openapi-problems'
import { createPathMatcher } from '@rts/shared/derive/path-matcher'
import type { Plan } from '@rts/shared/plans'

export type Answer = { status: number; headers: Headers; body: Record<string, unknown> }
/** A running system, with an account on Growth. */
export type TestSystem = {
  connection: Connection & { sandboxUrl: string }
  folder: string
  operator: Operator
  /** The owner of the account. */
  owner: { email: string; password: string }
  /** Gives the account the demo site and asks about it; answers the site's id. */
  fillDemo(): Promise<string>
  remove(): Promise<void>
}
export type StartOptions = {
  env?: NodeJS.ProcessEnv
  databaseEnv?: NodeJS.ProcessEnv
  natsUrl?: string
  /** Without it a new one is made, and removed at the end. */
  folder?: string
  say?(line: string): void
}

/** Starts the whole system as `npm start` does, in a folder of its own; `natsUrl` is the test's broker. */
export async function startTestSystem({ env, natsUrl, databaseEnv, say = () => {}, ...options }: StartOptions = {}) {
  const folder = options.folder ?? mkdtempSync(path.join(tmpdir(), 'rank-tracker-system-'))
  const given = { ...(natsUrl ? { natsUrl } : {}), ...(databaseEnv ? { databaseEnv } : {}) }
  // A loaded machine must not make admission refuse.
  const patient = { ADMISSION_TIMEOUT_MS: '2000', ...env }
  const system = await startSystem({ folder, port: await freePort(), env: patient, say, ...given })
  const data = openDataFolder(folder)
  const { connection, databaseUrl } = system
  const operator = await connectOperator({ natsUrl: connection.natsUrl, callerKeys: data.secrets().callerKeys })
  const { demoPerson, sandboxUrl } = connection
  if (!demoPerson || sandboxUrl === undefined) throw new Error('A new system has a person and a sandbox')
  return {
    connection: { ...connection, sandboxUrl },
    databaseUrl,
    folder,
    operator,
    owner: demoPerson,
    fillDemo: async () => {
      await system.fillDemo()
      const { projectId } = data.readDemo() ?? {}
      if (projectId === undefined) throw new Error(`The demo site was not made; logs: ${data.at('logs')}`)
      return projectId
    },
    remove: async () => {
      await operator.close()
      await system.stop()
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true })
    },
  } satisfies TestSystem & Pick<System, 'databaseUrl'>
}

const match = createPathMatcher()

/** Throws if an operation refuses what its entry in the OpenAPI document does not name. */
function expectTold(method: string, target: string, { status, body }: Answer): void {
  const found = match(method, target.split('?', 1)[0] ?? '')
  if (status === 200 || found.kind !== 'operation') return
  const documented: readonly unknown[] = problemsOf(operationOf(found.name)).get(status) ?? []
  if (!documented.includes(body.code))
    throw new Error(`${found.name} does not say that it answers ${status} ${body.code}`)
}

/** A client of the server API with a key, like an integrator's. */
export function restClient(baseUrl: string, key?: string) {
  return async (
    method: string,
    target: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await fetch(`${baseUrl}${target}`, {
      method,
      headers: {
        ...(key ? { authorization: `Bearer ${key}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = { status: response.status, headers: response.headers, body: Object(await response.json()) }
    expectTold(method, target, answer)
    return answer
  }
}
export type Rest = ReturnType<typeof restClient>

/** A new account with a server key. */
export async function newAccount(
  { operator, connection }: Pick<TestSystem, 'connection'> & { operator: Pick<Operator, 'call'> },
  plan: Exclude<Plan, 'guest'>,
) {
  const email = `${plan}-${crypto.randomUUID()}@example.com`
  const { account } = await operator.call('accounts.create', { body: { email, plan } })
  const newKey = async () =>
    (await operator.call('keys.create', { params: { accountId: account.id }, body: { name: 'test' } })).secret
  const key = await newKey()
  return { id: account.id, email, key, newKey, rest: restClient(connection.baseUrl, key) }
}

/** A value inside an answer, by keys and indexes. */
export function at(value: unknown, ...keys: (string | number)[]): unknown {
  return keys.reduce<unknown>((inner, key) => Object(inner)[key], value)
}
