import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations } from '../operation.ts'
import { alertRow, alertRules, alertSetting, quietHours } from '../rows/alert.ts'

const siteParams = z.strictObject({ id: f.siteId })
const callers = ['person'] as const
/** Absent rules and thresholds stay as they are. */
const chosenRules = z
  .array(z.strictObject({ rule: z.enum(alertRules), isOn: z.boolean(), threshold: z.int().nullable().optional() }))
  .max(alertRules.length)
const audience = z.enum(['me', 'channels'])
const settings = z.object({
  mine: z.array(alertSetting),
  channels: z.array(alertSetting),
  channelsOn: z.boolean(),
  /** Null: mail at any hour. */
  quiet: quietHours.nullable(),
  timeZone: z.string(),
})

export const alertOperations = defineOperations({
  'alerts.list': {
    owner: 'dashboard',
    kind: 'read',
    summary:
      'The last hundred alerts about a site, or the first twenty of the last seven days about all, for the person or for channels, the latest first',
    callers,
    params: z.strictObject({ id: f.siteParam }),
    response: z.object({ alerts: z.array(alertRow), total: z.int() }),
  },
  'alertSettings.get': {
    owner: 'dashboard',
    kind: 'read',
    summary: 'The rules by which the person and the channels of a site are alerted, and the hours without mail',
    callers,
    params: siteParams,
    response: z.object({ settings }),
  },
  'alertSettings.update': {
    owner: 'dashboard',
    kind: 'write',
    own: true,
    summary: 'Choose rules, whether the channels get alerts, or hours without mail; what is left out stays as it is',
    callers,
    params: siteParams,
    body: z.strictObject({
      audience,
      rules: chosenRules.optional(),
      channelsOn: z.boolean().optional(),
      quiet: quietHours.strict().nullable().optional(),
    }),
    response: z.object({ settings }),
  },
  'alertPreview.get': {
    owner: 'dashboard',
    kind: 'read',
    summary: 'How many alerts these rules would have raised in the last thirty days, by the stored history',
    callers,
    params: siteParams,
    body: z.strictObject({ rules: chosenRules }),
    response: z.object({
      alerts: z.int(),
      byRule: z.array(z.object({ rule: z.enum(alertRules), alerts: z.int() })),
      /** Their facts could not be read. */
      missing: z.array(z.enum(alertRules)),
    }),
  },
})
