import type { Caller } from '@rts/shared/contract/caller'
import type { CallerKind } from '@rts/shared/contract/caller-kinds'
import type { Operation } from '@rts/shared/contract/operation'
import { atLeast } from '@rts/shared/plans'

export function isLobby(caller: Caller): boolean {
  return caller.keyId === null
}

export function callersOf({ callers, mcp }: Operation): readonly CallerKind[] {
  return mcp?.callers ?? callers
}

/** Reason and next step; null if open. No plan opens an unbuilt tool. */
export function closedBecause(row: Operation, caller: Caller, appUrl: string): string | null {
  const locked = lockedBecause(row, caller, appUrl)
  if (!row.planned) return locked
  return locked === null ? 'Not built yet, on any plan.' : `Not built yet, on any plan. Once it is: ${locked}`
}

function lockedBecause(row: Operation, caller: Caller, appUrl: string): string | null {
  const { kind, own, mcp } = row
  const callers = callersOf(row)
  if (caller.role === 'viewer' && kind === 'write' && !own)
    return `You act for a viewer of this account, who only reads. Its owner or an admin can change the role at ${appUrl}.`
  const isGuest = caller.kind === 'guest'
  if (!isGuest && !callers.includes(caller.kind))
    return `This tool is for guest keys; this key already belongs to an account, whose people manage its sites at ${appUrl}.`
  if (!mcp?.gate || atLeast(caller.plan, mcp.gate))
    return callers.includes(caller.kind) ? null : 'Needs an account. Call request_link and give the link to a person.'
  const gate = mcp.gate[0]?.toUpperCase() + mcp.gate.slice(1)
  if (!isGuest)
    return `Needs the ${gate} plan or a higher one. The owner of the account can change the plan at ${appUrl}.`
  return `Needs the ${gate} plan or a higher one. Call request_link and give the link to a person on ${gate} or higher: the site moves to their plan. On Free it stays closed.`
}

export function limitedTo(sites: number, host = 'it was made for'): string {
  if (sites !== 1) return 'This access is limited to some sites of the account and cannot add another.'
  return `This key is limited to the site ${host} and cannot add another; a key of the whole account can.`
}
