import type { World } from './world.ts'

const enters = ['\r', '\n', '\u0004']

/** A secret from stdin: typed without echo where a person is there, else the first line that comes. Null after Ctrl-C. */
export async function readSecret({ stdin, stderr }: World, question: string): Promise<string | null> {
  const isTyped = stdin.isTTY === true && stdin.setRawMode !== undefined
  if (isTyped) {
    stderr.write(question)
    stdin.setRawMode?.(true)
  }
  try {
    return await firstLine(stdin)
  } finally {
    if (isTyped) {
      stdin.setRawMode?.(false)
      stderr.write('\n')
    }
    stdin.pause()
  }
}

/** Signs that a terminal sends raw: Ctrl-C gives up, Ctrl-U begins anew, the backspace takes one back. */
async function firstLine(stdin: World['stdin']): Promise<string | null> {
  let line = ''
  stdin.setEncoding('utf8')
  for await (const part of stdin) {
    for (const sign of String(part)) {
      if (sign === '\u0003') return null
      if (enters.includes(sign)) return line.trim()
      if (sign === '\u0015') line = ''
      else if (sign === '\u007f' || sign === '\b') line = line.slice(0, -1)
      else line += sign
    }
  }
  return line.trim()
}
