import type { ConnectOutcome } from '@rts/shared/contract/rows/search-console'
import { AppError } from '@rts/shared/errors'
import { pages } from '../../web/routes.ts'
import { admitAttempt, callBuckets } from '../attempts/attempts.ts'
import type { Parts } from '../parts.ts'
import { type Session, sessionOfVisit } from '../sessions/sessions.ts'
import { callerInAccount } from './person-caller.ts'
import type { Answer, Route, Visit } from './visit.ts'

export type GoogleRouteOptions = Pick<Parts, 'database' | 'cookies' | 'accountOf' | 'call' | 'logger'>
type Seen = { outcome: ConnectOutcome | 'signed_out'; siteId: string | null }

/** Google's redirect address, which the search console's client names. */
const callbackPath = '/google/callback'

/**
 * Takes a person back from Google. The account is the one that the state names, whatever tab it is; its owner checks the rest. All
 * outcomes are our own pages.
 */
export function createGoogleRoute(options: GoogleRouteOptions): Route {
  return (visit) => (visit.path === callbackPath ? async () => redirectTo(await arrive(options, visit)) : undefined)
}

async function arrive(options: GoogleRouteOptions, visit: Visit): Promise<Seen> {
  const query = new URLSearchParams(visit.query)
  const state = query.get('state') ?? ''
  const accountId = /^([\w-]{1,64})\.[\w-]+$/.exec(state)?.[1] ?? ''
  const inAccount = { ...visit, headers: { ...visit.headers, 'x-account': accountId } }
  const session = await sessionOfVisit(options.database, options.cookies, inAccount)
  if (!session) return { outcome: 'signed_out', siteId: null }
  if (!session.membership) return { outcome: 'state_invalid', siteId: null }
  try {
    return await finish(options, session, inAccount, query)
  } catch (error) {
    // The person gets a page and no problem document; errors of ours are in the log.
    if (!(error instanceof AppError) || error.status >= 500)
      options.logger.warn({ err: error, requestId: visit.caller.requestId }, 'a way back from Google failed')
    return { outcome: 'failed', siteId: null }
  }
}

async function finish(
  { database, accountOf, call }: GoogleRouteOptions,
  session: Session,
  visit: Visit,
  query: URLSearchParams,
): Promise<Seen> {
  await admitAttempt(database, callBuckets(session.id))
  const caller = await callerInAccount(session, visit, accountOf)
  const given = (name: string) => (query.has(name) ? { [name]: query.get(name) ?? '' } : {})
  return call(
    'searchConsole.finish',
    { body: { state: query.get('state') ?? '', ...given('code'), ...given('error') } },
    caller,
  )
}

function redirectTo({ outcome, siteId }: Seen): Answer {
  const page =
    siteId === null ? pages.googleConnection : pages.searchConsole.replace('$siteId', encodeURIComponent(siteId))
  return { status: 303, headers: { Location: `${page}?google=${outcome}` }, body: Buffer.alloc(0) }
}
