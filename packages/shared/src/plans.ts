import { readFileSync } from 'node:fs'
import { z } from 'zod'

export const planNames = ['guest', 'free', 'starter', 'growth', 'agency', 'scale'] as const
export type Plan = (typeof planNames)[number]
export const planSchema = z.enum(planNames)

/** How many organic results of a page a site may have read. */
export const depths = [10, 20, 50, 100] as const
export type Depth = (typeof depths)[number]
export const deepestPage: Depth = 100

/** The limits of a plan. `callsPerDay` is null without access to REST (guests). */
export const planLimitsSchema = z.strictObject({
  callsPerDay: z.int().positive().nullable(),
  sites: z.int().positive(),
  keywords: z.int().positive(),
  checkEveryDays: z.int().positive(),
  collectsPerDay: z.int().nonnegative(),
  competitorsPerSite: z.int().nonnegative(),
  prompts: z.int().nonnegative(),
  crawlPages: z.int().nonnegative(),
  writingsPerMonth: z.int().nonnegative(),
  people: z.int().nonnegative(),
  maxDepth: z.literal(depths),
})
export type PlanLimits = z.infer<typeof planLimitsSchema>
export type PlanTable = Record<Plan, PlanLimits>

function limits(...values: [number | null, ...number[]]): PlanLimits {
  return planLimitsSchema.parse(
    Object.fromEntries(Object.keys(planLimitsSchema.shape).map((name, i) => [name, values[i]])),
  )
}

/** Requests of one key in any 60 seconds, on every plan. */
export const requestsPerMinute = 30

/** Columns in the order of `planLimitsSchema`. */
export const defaultPlans: PlanTable = {
  guest: limits(null, 1, 2, 1, 5, 3, 0, 20, 0, 0, deepestPage),
  free: limits(20, 1, 3, 7, 10, 3, 3, 100, 2, 1, deepestPage),
  starter: limits(100, 5, 100, 1, 100, 5, 10, 500, 20, 3, deepestPage),
  growth: limits(400, 20, 500, 1, 400, 10, 50, 2_000, 100, 10, deepestPage),
  agency: limits(800, 75, 2_000, 1, 800, 10, 150, 5_000, 300, 25, deepestPage),
  scale: limits(1_200, 250, 10_000, 1, 1_200, 20, 500, 10_000, 1_000, 100, deepestPage),
}

const overridesSchema = z.partialRecord(planSchema, planLimitsSchema.partial())

/** The plan table, with the replacements of an operator's JSON file. Throws naming the bad entry. */
export function readPlans(file?: string): PlanTable {
  if (!file) return defaultPlans
  const overrides = overridesSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const merged = planNames.map((name) => [name, planLimitsSchema.parse({ ...defaultPlans[name], ...overrides[name] })])
  return z.record(planSchema, planLimitsSchema).parse(Object.fromEntries(merged))
}

export function atLeast(plan: Plan, wanted: Plan): boolean {
  return planNames.indexOf(plan) >= planNames.indexOf(wanted)
}
