import { z } from 'zod'
import { badPages } from '../world/bad-pages.ts'

export const faultModes = [
  'http500',
  'timeout',
  'garbage',
  'quota',
  'rate',
  'day',
  'cut',
  'empty',
  'denied',
  'slow',
  'lost',
  'held',
  ...badPages,
] as const
export type FaultMode = (typeof faultModes)[number]

/** Body of `POST /control/fail`. `times`: the next N calls; `every`: each Nth call from now; neither: until reset. `path`: of the calls whose path has this part; `keyword`: of those that ask for this phrase. */
export function faultInput(providers: readonly string[]) {
  return z
    .strictObject({
      provider: z.enum(providers),
      mode: z.enum(faultModes),
      times: z.int().min(1).optional(),
      every: z.int().min(1).optional(),
      path: z.string().min(1).optional(),
      keyword: z.string().min(1).optional(),
    })
    .refine((fault) => fault.times === undefined || fault.every === undefined, {
      path: ['every'],
      message: 'cannot stand beside times',
    })
}
type FaultInput = z.output<ReturnType<typeof faultInput>>
type Fault = FaultInput & { calls: number }

export type Faults = {
  set(fault: FaultInput): void
  /** Counts a call of the provider that the fault is about, where `asked` is its query and body as text; answers how it fails, and how often this fault has occurred before, or null. */
  next(provider: string, path: string, asked: string): { mode: FaultMode; before: number } | null
  keep(provider: string, goOn: () => void): void
  letGo(provider: string): number
  reset(): void
}

/** One per provider: a new one replaces the last. */
export function createFaults(): Faults {
  const set = new Map<string, Fault>()
  const kept = new Map<string, (() => void)[]>()
  return {
    set: (fault) => set.set(fault.provider, { ...fault, calls: 0 }),
    next(provider, path, asked) {
      const fault = set.get(provider)
      if (fault === undefined || !path.includes(fault.path ?? '') || !asked.includes(fault.keyword ?? '')) return null
      fault.calls++
      if (fault.every !== undefined) {
        return fault.calls % fault.every === 0 ? { mode: fault.mode, before: fault.calls / fault.every - 1 } : null
      }
      if (fault.calls === fault.times) set.delete(provider)
      return { mode: fault.mode, before: fault.calls - 1 }
    },
    keep: (provider, goOn) => kept.set(provider, [...(kept.get(provider) ?? []), goOn]),
    letGo(provider) {
      const calls = kept.get(provider) ?? []
      kept.delete(provider)
      for (const goOn of calls) goOn()
      return calls.length
    },
    reset() {
      set.clear()
      kept.clear()
    },
  }
}
