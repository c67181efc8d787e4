const lookEveryMs = 1_000

/**
 * Whether a long run is to leave its place: once it has had `sliceMs`, and another account's run is to have a turn. Time counts from
 * the first look, so that a run which goes on after a pause always gets somewhere.
 */
export function createSlice(sliceMs: number, isAnothersTurn: () => Promise<boolean>): () => Promise<boolean> {
  let nextAt: number | null = null
  let isOver = false
  return async () => {
    const now = performance.now()
    nextAt ??= now + sliceMs
    if (isOver || now < nextAt) return isOver
    nextAt = now + lookEveryMs
    isOver = await isAnothersTurn()
    return isOver
  }
}
