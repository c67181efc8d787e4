import type { Caller } from '@rts/shared/contract/caller'
import type { Operation } from '@rts/shared/contract/operation'
import { atLeast } from '@rts/shared/plans'

/** Without a key: the lobby, where one can only register. */
export function isLobby(caller: Caller): boolean {
  return caller.keyId === null
}

/** Why a tool is closed to a key, and the next step; null where it is open. */
export function closedBecause({ callers, mcp }: Operation, caller: Caller, appUrl: string): string | null {
  if (!callers.includes(caller.kind)) return 'This is for guest keys; this one belongs to an account already.'
  if (!mcp?.gate || atLeast(caller.plan, mcp.gate)) return null
  const needed = `Needs the ${mcp.gate} plan or a higher one.`
  if (caller.kind !== 'guest') return `${needed} The owner of the account can change the plan at ${appUrl}.`
  return `${needed} Call request_link and ask a person to open the link: the site moves to their plan.`
}

/** What a key that is limited to the site of a host says to any other website. */
export function limitedTo(host = 'it was made for'): string {
  return `This key is limited to the site ${host} and adds no other; a key of the whole account can.`
}
