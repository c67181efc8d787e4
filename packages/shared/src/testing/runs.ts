/** How often a property runs: as usual, or as often as `PROPERTY_RUNS` says (`npm run properties`), if that is more. */
export function runs(usual: number): number {
  return Math.max(usual, Number(process.env.PROPERTY_RUNS ?? 0))
}
