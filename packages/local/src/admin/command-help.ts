import { z } from 'zod'

/** The options of a command as they are typed, each with its values and whether it is optional. */
export function helpOf(options: z.ZodObject): Record<string, string> {
  const { properties = {}, required = [] } = z.toJSONSchema(options, { io: 'input' })
  const lines = Object.entries(properties).map(([name, property]) => {
    const { enum: words, type, default: preset } = Object(property)
    const takes = words ? words.join(' | ') : type === 'string' ? 'text' : 'a number'
    if (preset !== undefined) return [`--${name}`, `${takes}; ${preset} when left out`]
    return [`--${name}`, required.includes(name) ? takes : `${takes}; may be left out`]
  })
  return Object.fromEntries(lines)
}
