import { type Command, commonOptions, type Options } from './command.ts'
import { UsageError } from './world.ts'

const program = 'rank-tracker-cli'

export function helpOf(commands: readonly Command[]): string {
  const lines = commands.map(({ name, usage, says }) => [`${name} ${usage}`, says] as const)
  return `Usage: ${program} COMMAND [options]

${inColumns([...lines, ['completion bash', 'lines for ~/.bashrc: commands and options by the tab key']])}

Options of all commands:
${inColumns(optionLines(commonOptions))}

The key is that of the last login, or RANK_TRACKER_KEY with RANK_TRACKER_URL.
Ends with 0; 1: keywords are not where \`check\` wants them; 2: written wrongly; 3: not answered; 70: a fault here.
${program} COMMAND --help says more.
`
}

export function helpOfOne({ name, usage, says, options }: Command): string {
  const own = Object.keys(options).length === 0 ? '' : `\n${inColumns(optionLines(options))}\n`
  return `Usage: ${program} ${name} ${usage}

${says}
${own}
${inColumns(optionLines(commonOptions))}
`
}

function optionLines(options: Options): [string, string][] {
  return Object.entries(options).map(([name, { value, short, says }]) => [
    `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
    says,
  ])
}

function inColumns(lines: readonly (readonly [string, string])[]): string {
  const width = Math.max(...lines.map(([left]) => left.trimEnd().length))
  return lines.map(([left, right]) => `  ${left.trimEnd().padEnd(width)}  ${right}`).join('\n')
}

/** A script for bash: the tab key completes commands, and the options of the one that is written. Throws for another shell. */
export function completionOf(commands: readonly Command[], shells: readonly string[]): string {
  if (shells.join(' ') !== 'bash')
    throw new UsageError(`there are completions for bash alone: ${program} completion bash`)
  const flags = (options: Options) =>
    Object.keys({ ...options, ...commonOptions })
      .map((name) => `--${name}`)
      .join(' ')
  const cases = commands.map(({ name, options }) => `    ${name}) words='${flags(options)}' ;;`)
  return `_rank_tracker_cli() {
  local words
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) words='${commands.map(({ name }) => name).join(' ')} completion' ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _rank_tracker_cli ${program}
`
}
