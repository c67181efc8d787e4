import type { AlertRule } from '@rts/shared/contract/rows/alert'

type Default = { isOn: boolean; threshold: number | null; least: number; most: number }

const withoutThreshold = { threshold: null, least: 0, most: 0 }

/** Rules as they are before somebody changes them: those are on that few people would want to miss, and that are seldom noise. */
export const alertDefaults: Readonly<Record<AlertRule, Default>> = {
  not_found: { isOn: true, ...withoutThreshold },
  left_top: { isOn: true, threshold: 10, least: 1, most: 50 },
  fell: { isOn: true, threshold: 10, least: 2, most: 90 },
  reached_top: { isOn: false, threshold: 10, least: 1, most: 50 },
  rose: { isOn: false, threshold: 10, least: 2, most: 90 },
  new_page: { isOn: false, ...withoutThreshold },
  rival_passed: { isOn: false, ...withoutThreshold },
  checks_fail: { isOn: true, ...withoutThreshold },
  audit_errors: { isOn: true, ...withoutThreshold },
  links_lost: { isOn: false, threshold: 30, least: 0, most: 100 },
  links_won: { isOn: false, threshold: 30, least: 0, most: 100 },
  ai_lost: { isOn: true, ...withoutThreshold },
  ai_won: { isOn: false, ...withoutThreshold },
  clicks_fell: { isOn: true, threshold: 30, least: 5, most: 95 },
}
