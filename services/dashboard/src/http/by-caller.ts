import type { RequestListener } from 'node:http'
import { callerHeader } from '@rts/shared/contract/caller'
import { claimedKind } from '@rts/shared/service/caller-signature'
import { headerOf } from '@rts/shared/service/header'

/** Calls of the server API go to the rows, all else to the browsers' endpoint. Each verifies what it gets. */
export function splitByCaller(endpoint: RequestListener, rows: RequestListener): RequestListener {
  return (req, res) => (claimedKind(headerOf(req, callerHeader)) === 'account' ? rows : endpoint)(req, res)
}
