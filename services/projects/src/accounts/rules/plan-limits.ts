import { AppError } from '@rts/shared/errors'

export type Limited = 'sites' | 'keywords' | 'competitors'

/** How many more the limit allows; 0 if a smaller plan left too many. */
export function roomUnder(max: number, used: number): number {
  return Math.max(0, max - used)
}

/** Throws `plan_limit_reached`, with the limit, if `wanted` more are too many. */
export function requireRoom(name: Limited, used: number, max: number, wanted: number = 1): void {
  if (wanted <= roomUnder(max, used)) return
  const counted = name === 'keywords' ? '; those of frozen sites do not count' : ''
  const message = `The plan allows ${max} ${max === 1 ? name.slice(0, -1) : name}${counted}`
  throw new AppError('plan_limit_reached', message, { planLimit: { name, max, used } })
}
