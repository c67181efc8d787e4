import { createContext, type ReactNode, useContext, useState } from 'react'

type Pointed = [place: number | undefined, point: (place: number | undefined) => void]
const Shared = createContext<Pointed | null>(null)

/** Around charts of the same moments: what is pointed at in one of them is pointed at in all. */
export function SameMoments({ children }: { children: ReactNode }) {
  const pointed = useState<number>()
  return <Shared value={pointed}>{children}</Shared>
}

/** The place of the moment that is pointed at, and how to point at another. */
export function usePointed(): Pointed {
  const own = useState<number>()
  return useContext(Shared) ?? own
}

/** Whether there are other charts of the same moments: their axes are equally wide. */
export function useHasOthers(): boolean {
  return useContext(Shared) !== null
}
