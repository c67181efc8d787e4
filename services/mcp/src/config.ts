import { commonVariables, optionalPublicUrl } from '@rts/shared/common-variables'
import { declareVariables, switchVariable } from '@rts/shared/config'
import { z } from 'zod'

const { DATABASE_URL: _none, ...variables } = commonVariables

export const configSchema = z.object({
  ...variables,
  ...optionalPublicUrl,
  ...declareVariables('Agents', {
    MCP_MODERN: {
      schema: switchVariable.default(true),
      meaning: 'serves protocol revision 2026-07-28 besides those of 2025',
      defaultText: '`on`',
    },
  }),
})
export type Config = z.output<typeof configSchema>
