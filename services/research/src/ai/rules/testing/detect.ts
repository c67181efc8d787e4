import { type Answered, createDetector, type Detection, type Known } from '../mentions.ts'

/** Without the number of rivals. */
export function detectMentions(
  input: Known & Answered & { rivals: readonly Known[]; prompt?: string | undefined },
): Detection {
  const { rivalsNamed: _named, ...detection } = createDetector(input, input.rivals, input.prompt)(input)
  return detection
}
