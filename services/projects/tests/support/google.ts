import { randomUUID } from 'node:crypto'
import { until } from '@rts/local/testing/until'
import { type RunningSandbox, startSandbox } from '@rts/sandbox/start'
import type { Caller } from '@rts/shared/contract/caller'
import type { OperationInput, OperationOutput } from '@rts/shared/contract/operation'
import type { OperationName, Operations } from '@rts/shared/contract/table'
import { createLogger } from '@rts/shared/logger'
import type { ServiceParts } from '@rts/shared/service/run-service'
import pg from 'pg'
import { createGoogle } from '../../src/search-console/providers/google.ts'
import { accountIn } from './account.ts'
import { playCollects } from './collects.ts'
import { callerOf, startWorld, type World, type WorldSetting } from './world.ts'

export const ann = 'ann@sandbox.example'
export const ben = 'ben@sandbox.example'
export const demo = { name: 'Demo', domain: 'demo.sandbox.example' }
export const domainProperty = 'sc-domain:demo.sandbox.example'

export type Answered = { person?: string; answer?: 'allow' | 'deny'; allows?: boolean; site?: string }
type Person = { accountId: string; personId: string; sessionId: string; role: 'owner' | 'admin' | 'member' }
export type GoogleWorld = Awaited<ReturnType<typeof startGoogleWorld>>

/** The service with the sandbox's Google behind its real adapter. `google` are variables in the place of its own. */
export async function startGoogleWorld({
  google = {},
  ...setting
}: Omit<WorldSetting, 'google'> & { google?: object } = {}) {
  let aheadMs = 0
  const sandbox: RunningSandbox = await startSandbox({ clock: () => new Date(Date.now() + aheadMs) })
  const config = {
    GOOGLE_CLIENT_ID: 'simulated-client',
    GOOGLE_CLIENT_SECRET: 'simulated-client-secret',
    GOOGLE_AUTHORIZE_URL: `${sandbox.url}/google_consent/auth`,
    GOOGLE_TOKEN_URL: `${sandbox.url}/google_oauth/token`,
    GOOGLE_REVOKE_URL: `${sandbox.url}/google_oauth/revoke`,
    SEARCH_CONSOLE_BASE_URL: `${sandbox.url}/search_console/webmasters/v3`,
    GOOGLE_TIMEOUT_MS: 2_500,
    SANDBOX_URL: sandbox.url,
    PUBLIC_URL: 'http://ranks.example',
    ...google,
  }
  const made = ({ clock }: Pick<ServiceParts, 'clock'>) => {
    const built = createGoogle(config, { clock, logger: createLogger('projects', 'silent') })
    if (!built) throw new Error('a client is set')
    return built
  }
  const world = await startWorld({ ...setting, google: made })
  const collects = playCollects(world.parts.nats)
  const pool = new pg.Pool({ connectionString: world.databaseUrl, max: 4 })
  const control = async (method: 'PUT' | 'POST', path: string, body: object = {}) => {
    const answer = await fetch(`${sandbox.url}/control/${path}`, { method, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(await answer.text())
  }
  return {
    ...world,
    sandbox,
    collects,
    google: made({ clock: { now: world.now } }),
    pool,
    control,
    /** Time passes for us and for Google. */
    passBoth: (hours: number) => {
      world.pass(hours)
      aheadMs += hours * 3_600_000
    },
    /** The calls that Google has seen. */
    calls: async (provider: 'google_oauth' | 'search_console', path = ''): Promise<Called[]> => {
      const answer = await fetch(`${sandbox.url}/control/calls?provider=${provider}`)
      const { calls } = Object(await answer.json())
      return calls.filter((call: Called) => call.path.endsWith(path))
    },
    member: (person: Partial<Person> = {}) => memberIn(world, person),
    stop: async () => {
      await pool.end()
      await world.stop()
      await sandbox.close()
    },
  }
}

type Called = { path: string; query: Record<string, unknown>; status: number | null }

/** Somebody who is signed in, in a new account unless one is named. */
function memberIn(world: World, { accountId = randomUUID(), ...rest }: Partial<Person>) {
  const who = { personId: randomUUID(), sessionId: randomUUID(), role: 'owner' as const, ...rest }
  const caller = callerOf({ kind: 'person', accountId, ...who, keyId: null })
  const ask = <N extends OperationName>(
    name: N,
    input: OperationInput<Operations[N]>,
    changes: Partial<Caller> = {},
  ): Promise<OperationOutput<Operations[N]>> =>
    world.rpc(name, input, { ...caller, iat: world.now().getTime(), ...changes })
  const begin = async (siteId?: string) =>
    (await ask('searchConsole.begin', { body: siteId === undefined ? {} : { siteId } })).authorizeUrl
  const finish = (back: URLSearchParams, changes: Partial<Caller> = {}) =>
    ask('searchConsole.finish', { body: backOf(back) }, changes)
  return {
    accountId,
    who,
    caller,
    ask,
    begin,
    finish,
    /** A server of the account. */
    key: accountIn(world, { accountId }),
    /** Connects as a person does, from the page to Google and back. */
    connect: async (answered: Answered = {}, siteId?: string) =>
      (await finish(await visitGoogle(await begin(siteId), answered))).outcome,
    status: () => ask('searchConsole.get', {}),
    properties: (id: string) => ask('searchConsoleProperties.list', { params: { id } }),
    choose: (id: string, siteUrl = domainProperty) =>
      ask('searchConsole.connect', { params: { id }, body: { siteUrl } }),
    /** Reads the queries of a site, until they are read. */
    queries: (id: string, query: Record<string, unknown> = {}, changes: Partial<Caller> = {}) =>
      until('the queries', async () => {
        const seen = await ask('searchConsoleQueries.list', { params: { id }, query }, changes)
        return seen.status === 'queued' || seen.status === 'collecting' ? undefined : seen
      }),
    disconnect: () => ask('searchConsole.disconnect', {}),
  }
}
/** The parameters that the callback passes on, of an address that Google sent a person to. */
export function backOf(back: URLSearchParams) {
  const [state = '', code, error] = ['state', 'code', 'error'].map((name) => back.get(name) ?? undefined)
  return { state, ...(code === undefined ? {} : { code }), ...(error === undefined ? {} : { error }) }
}

/** Answers Google's page as a browser does; gives the query of the address that it leads back to. */
export async function visitGoogle(
  authorizeUrl: string,
  { person = ann, answer = 'allow', allows = true, site = '' }: Answered = {},
): Promise<URLSearchParams> {
  const page = await fetch(authorizeUrl)
  const html = await page.text()
  if (!page.ok) throw new Error(html)
  const action = /action="([^"]+)"/.exec(html)?.[1] ?? ''
  const hidden = [...html.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const form = new URLSearchParams()
  for (const [, name = '', value = ''] of hidden) form.set(name, value.replaceAll('&amp;', '&'))
  for (const [name, value] of Object.entries({ person, answer, site })) form.set(name, value)
  if (allows) form.set('allow', /name="allow" value="([^"]+)"/.exec(html)?.[1] ?? '')
  const left = await fetch(new URL(action, authorizeUrl), { method: 'POST', body: form, redirect: 'manual' })
  return new URL(left.headers.get('location') ?? '').searchParams
}
