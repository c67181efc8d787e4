import type { AlertRule, AlertSetting } from '@rts/shared/contract/rows/alert'

/** A rule as it is stored; rules that are missing are as they are by default. */
export type StoredRule = { rule: AlertRule; isOn: boolean; threshold: number | null }
type Chosen = { rule: AlertRule; isOn: boolean; threshold?: number | null | undefined }
type Defaults = Readonly<Record<AlertRule, Omit<AlertSetting, 'rule'>>>

/** All rules with what somebody chose. A threshold is kept between its bounds. */
export function settingsOf(defaults: Defaults, stored: readonly StoredRule[] | null): AlertSetting[] {
  const chosen = new Map((stored ?? []).map((each) => [each.rule, each]))
  // safe because the keys of the defaults are the names of the rules
  return (Object.entries(defaults) as [AlertRule, Defaults[AlertRule]][]).map(([rule, standard]) => {
    const { isOn, threshold } = chosen.get(rule) ?? standard
    return { ...standard, rule, isOn, threshold: within(threshold ?? standard.threshold, standard) }
  })
}

/** The settings with a choice put over them: what it leaves out stays. */
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

function within(threshold: number | null, { threshold: standard, min, max }: Omit<AlertSetting, 'rule'>) {
  return standard === null || threshold === null ? null : Math.min(max, Math.max(min, threshold))
}
