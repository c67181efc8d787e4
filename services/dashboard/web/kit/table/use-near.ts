import { useEffect, useRef } from 'react'

/** Rows are told as near in blocks, so that scrolling a little asks for nothing new. */
const block = 100

/** Says which rows are near, block by block. */
export function useNear<Row>(
  rows: readonly Row[],
  first: number,
  onNear: ((rows: readonly Row[]) => void) | undefined,
): void {
  const tell = useRef(onNear)
  useEffect(() => {
    tell.current = onNear
  })
  const start = Math.floor(first / block) * block
  useEffect(() => tell.current?.(rows.slice(start, start + 2 * block)), [rows, start])
}
