import { maxOrdered } from '@rts/shared/contract/operations/ranks'
import { researchRow } from '@rts/shared/contract/rows/research'
import { AppError } from '@rts/shared/errors'
import { z } from 'zod'
import { siteIdOf } from './fields.ts'
import type { ToolContext } from './tool.ts'

/** `value`: USD a month that the position's clicks would cost as ads. */
export const rowFigures = z.object({
  ...researchRow.pick({ volume: true, difficulty: true, cpc: true, intent: true }).shape,
  value: z.number().nullable(),
})
type Figures = ReadonlyMap<string, z.output<typeof rowFigures>>
export const figureFields: ReadonlySet<string> = new Set(Object.keys(rowFigures.shape))

/** Saved figures by keyword id; collects nothing. Throws `conflict` for a guest. */
export async function figuresOf(id: string | undefined, context: ToolContext): Promise<Figures> {
  if (context.caller.kind === 'guest')
    throw new AppError(
      'conflict',
      'Volume, difficulty, cpc, intent and value need an account: call request_link and give the link to a person',
    )
  const params = { id: await siteIdOf(id, context) }
  const { ids, ...columns } = await context.call('keywordFigures.list', { params })
  const { volumes, difficulties, cpcs, intents, values } = columns
  return new Map(
    ids.map((keywordId, i) => [
      keywordId,
      {
        volume: volumes[i] ?? null,
        difficulty: difficulties[i] ?? null,
        cpc: cpcs[i] ?? null,
        intent: intents[i] ?? null,
        value: values[i] ?? null,
      },
    ]),
  )
}

/** Of known value, highest first, at most a thousand. */
export function orderByValue(figures: Figures | null): string[] {
  return [...(figures ?? [])]
    .filter(([, { value }]) => value !== null)
    .sort(([, one], [, other]) => (other.value ?? 0) - (one.value ?? 0))
    .slice(0, maxOrdered)
    .map(([id]) => id)
}
