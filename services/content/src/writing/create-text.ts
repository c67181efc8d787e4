import type { Call } from '@rts/shared/contract/call'
import { AppError } from '@rts/shared/errors'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import type { AddText } from './months.sql.ts'
import { isUnderWay } from './present.ts'
import type { StartText } from './start-text.ts'
import type { TextKind } from './text-kind.ts'
import type { Making } from './texts.sql.ts'

/** `isPoll`: the call started nothing, and the text is still on its way. */
export type Created<R> = { row: R; created: boolean; isPoll: boolean }
type Wish<R> = {
  kind: TextKind
  find(): Promise<R | undefined>
  /** Adds the row under this id. */
  addAs(id: string): AddText
}

/** The plan or article that is wished for: the one that exists, tried again if it has failed, or a new one. */
export async function createText<R extends Making & { id: string }>(
  start: StartText,
  site: KnownSite,
  call: Call,
  { kind, find, addAs }: Wish<R>,
): Promise<Created<R>> {
  const known = await find()
  if (known && known.status !== 'failed') return { row: known, created: false, isPoll: isUnderWay(known) }
  const id = known?.id ?? crypto.randomUUID()
  const add = known ? {} : { add: addAs(id) }
  const isStarted = await start(kind, site, call, { id, nth: (known?.asks ?? 0) + 1, ...add })
  const row = await find()
  if (!row) throw new AppError('conflict', 'It was deleted meanwhile')
  return { row, created: isStarted && !known, isPoll: !isStarted && isUnderWay(row) }
}
