import { subjectOf } from '@rts/shared/derive/subjects'
import { AppError, problemOf } from '@rts/shared/errors'
import type { Broker } from '@rts/shared/service/broker'
import { readRpcRequest } from '@rts/shared/service/rpc-protocol'
import { z } from 'zod'

type Seat = { joinedAt: Date; rightsSince: Date }
const inputSchema = z.object({ params: z.object({ personId: z.string() }) })
const forEver: Seat = { joinedAt: new Date(0), rightsSince: new Date(0) }

/** Plays the dashboard, where the gateway asks for the seats of an account's people: everybody has one for ever until the test says more. */
export function serveSeats(nats: Pick<Broker, 'subscribe'>) {
  const seats = new Map<string, Seat | null>()
  let lastMs = Date.now()
  const now = () => {
    lastMs = Math.max(lastMs + 1, Date.now())
    return new Date(lastMs)
  }
  nats.subscribe(subjectOf('seats.get'), {
    callback: (_error, message) => {
      const { personId } = inputSchema.parse(readRpcRequest(message.data)).params
      const seat = seats.get(personId) === undefined ? forEver : seats.get(personId)
      const problem = problemOf(new AppError('not_found', 'No such member'), 'r')
      const ok = seat && {
        role: 'member',
        siteIds: null,
        seat: 1,
        joinedAt: seat.joinedAt.toISOString(),
        rightsSince: seat.rightsSince.toISOString(),
      }
      message.respond(JSON.stringify(ok ? { ok } : { problem }))
    },
  })
  return {
    /** Answers since when the person has their rights. */
    join(personId: string): Date {
      const at = now()
      seats.set(personId, { joinedAt: at, rightsSince: at })
      return at
    },
    change(personId: string): Date {
      const { joinedAt } = seats.get(personId) ?? forEver
      const at = now()
      seats.set(personId, { joinedAt, rightsSince: at })
      return at
    },
    leave(personId: string): Date {
      seats.set(personId, null)
      return now()
    },
  }
}
