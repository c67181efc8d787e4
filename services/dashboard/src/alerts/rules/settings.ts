import type { AlertRule, AlertSetting } from '@rts/shared/contract/rows/alert'

/** A rule as it is stored; rules that are missing are as they are by default. */
export type StoredRule = { rule: AlertRule; isOn: boolean; threshold: number | null }
type Chosen = { rule: AlertRule; isOn: boolean; threshold?: number | null | undefined }

const withoutThreshold = { threshold: null, min: 0, max: 0 }

/** Rules as they are before somebody changes them: those are on that few people would want to miss, and that are seldom noise. */
export const alertDefaults: Readonly<Record<AlertRule, Omit<AlertSetting, 'rule'>>> = {
  not_found: { isOn: true, ...withoutThreshold },
  left_top: { isOn: true, threshold: 10, min: 1, max: 50 },
  fell: { isOn: true, threshold: 10, min: 2, max: 90 },
  reached_top: { isOn: false, threshold: 10, min: 1, max: 50 },
  rose: { isOn: false, threshold: 10, min: 2, max: 90 },
  new_page: { isOn: false, ...withoutThreshold },
  rival_passed: { isOn: false, ...withoutThreshold },
  checks_fail: { isOn: true, ...withoutThreshold },
  audit_errors: { isOn: true, ...withoutThreshold },
  links_lost: { isOn: false, threshold: 30, min: 0, max: 100 },
  links_won: { isOn: false, threshold: 30, min: 0, max: 100 },
  ai_lost: { isOn: true, ...withoutThreshold },
  ai_won: { isOn: false, ...withoutThreshold },
  clicks_fell: { isOn: true, threshold: 30, min: 5, max: 95 },
}

/** All rules with what somebody stored. */
export function settingsOf(stored: readonly StoredRule[] | null): AlertSetting[] {
  // safe because the keys of the defaults are the names of the rules
  const rules = Object.keys(alertDefaults) as AlertRule[]
  const defaults = rules.map((rule) => ({ rule, ...alertDefaults[rule] }))
  return withChoice(defaults, stored ?? [])
}

/** The settings with a choice put over them: what it leaves out stays. A threshold is kept between its bounds. */
export function withChoice(settings: readonly AlertSetting[], choice: readonly Chosen[]): AlertSetting[] {
  const chosen = new Map(choice.map((each) => [each.rule, each]))
  return settings.map((setting) => {
    const { isOn, threshold } = chosen.get(setting.rule) ?? setting
    return { ...setting, isOn, threshold: within(threshold ?? setting.threshold, setting) }
  })
}

/** The thresholds of the rules that are on; 0 for a rule without one. */
export function thresholdsOf(settings: readonly AlertSetting[]): Map<AlertRule, number> {
  return new Map(settings.filter(({ isOn }) => isOn).map(({ rule, threshold }) => [rule, threshold ?? 0]))
}

function within(threshold: number | null, { threshold: standard, min, max }: AlertSetting): number | null {
  return standard === null || threshold === null ? null : Math.min(max, Math.max(min, threshold))
}
