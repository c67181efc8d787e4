import type { AlertRule } from '@rts/shared/contract/rows/alert'

type Default = { isOn: boolean; threshold: number | null; min: number; max: number }

const withoutThreshold = { threshold: null, min: 0, max: 0 }

/** Rules as they are before somebody changes them: those are on that few people would want to miss, and that are seldom noise. */
export const alertDefaults: Readonly<Record<AlertRule, Default>> = {
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
