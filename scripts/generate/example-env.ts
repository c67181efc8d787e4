import { type ContainerVariables, containerVariables, passwordVariables } from './containers.ts'
import { isInEnv, type ServiceVariable, variables } from './declared.ts'

type Line = { section: string; name: string; value: string; meaning?: string }

const head = `# Every variable docker-compose.yml reads. Make a real one: sh deploy/new-env.sh .env (mode 600, never committed).
# Secrets go into addresses and into the broker's configuration: letters, digits, - and _ only, a letter first.
# Empty means the default of docs/reference/variables.md. Written by \`npm run generate\`; not edited by hand.
`
const required = 'Required'
const passwords = 'Required: passwords'
const containers = 'Containers'

function linesOf(section: string, { names, value = '', meaning }: ContainerVariables): Line[] {
  return names.map((name, i) => ({ section, name, value, ...(i === 0 ? { meaning } : {}) }))
}

function lineOf({ section, name, meaning, example = '', required: value }: ServiceVariable): Line {
  return value === undefined ? { section, name, value: example, meaning } : { section: required, name, value, meaning }
}

/** `deploy/example.env`. */
export function exampleEnv(): string {
  const own = [
    ...passwordVariables.flatMap((given) => linesOf(passwords, { ...given, value: 'generate' })),
    ...containerVariables.flatMap((given) => linesOf(containers, given)),
  ]
  const lines = [...variables.filter(isInEnv).map(lineOf), ...own]
  const unique = lines.filter((line, i) => lines.findIndex(({ name }) => name === line.name) === i)
  const sections = new Set([required, passwords, containers, ...unique.map(({ section }) => section)])
  const texts = [...sections].map((section) => {
    const inside = unique.filter((line) => line.section === section)
    return `\n# --- ${section}\n${inside.map(textOf).join('')}`
  })
  return head + texts.join('')
}

function textOf({ name, value, meaning }: Line): string {
  const comment = meaning === undefined ? '' : wrapped(meaning)
  return `${comment}${name}=${value}\n`
}

function wrapped(text: string): string {
  const lines = ['#']
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`
    if (longer.length > 120) lines.push(`# ${word}`)
    else lines[lines.length - 1] = longer
  }
  return `${lines.join('\n')}\n`
}
