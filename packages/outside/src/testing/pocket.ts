import type { Budget } from '../cost.ts'

/** `spentUsd`: paid or set aside. */
export function pocketOf(limitUsd: number): Budget & { spentUsd(): number } {
  let spent = 0
  return {
    spentUsd: () => spent,
    async reserve(usd) {
      if (spent + usd > limitUsd + 1e-9) return null
      spent += usd
      return {
        settle: async (costUsd) => {
          spent += costUsd - usd
        },
      }
    },
  }
}
