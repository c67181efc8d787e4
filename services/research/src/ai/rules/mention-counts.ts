import type { EngineMentions, MentionFilter } from '@rts/shared/contract/rows/prompt'

type Mention = { engine: string; mentioned: boolean; cited: boolean }

const isAny: Record<MentionFilter, (answers: readonly Mention[]) => boolean> = {
  named: (answers) => answers.some(({ mentioned }) => mentioned),
  not_named: (answers) => answers.some(({ mentioned }) => !mentioned),
  cited: (answers) => answers.some(({ cited }) => cited),
}

/** Whether one of the last answers to a prompt is like that. A prompt without an answer is neither named nor not named. */
export function isMentioned(answers: readonly Mention[], filter: MentionFilter): boolean {
  return isAny[filter](answers)
}

/** The last answers to some prompts by engine, each of `engines` once. */
export function countMentions(engines: readonly string[], answers: readonly Mention[]): EngineMentions[] {
  return engines.map((engine) => {
    const own = answers.filter((answer) => answer.engine === engine)
    return {
      engine,
      answers: own.length,
      mentioned: own.filter(({ mentioned }) => mentioned).length,
      cited: own.filter(({ cited }) => cited).length,
    }
  })
}
