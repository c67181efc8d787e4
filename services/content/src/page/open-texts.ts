/** No rule needs longer texts. */
const maxText = 10_000
/** Each open element gets a copy of every text. */
const maxOpen = 8

type Open = { name: string; parts: string[]; room: number; done: (text: string) => void }

export function createOpenTexts() {
  const open: Open[] = []

  function add(each: Open, data: string): void {
    if (each.room <= 0) return
    each.parts.push(data.length > each.room ? data.slice(0, each.room) : data)
    each.room -= data.length
  }
  const finish = (ended: Open | undefined) => ended?.done(ended.parts.join(''))

  return {
    begin(name: string, done: (text: string) => void, max = maxText): void {
      if (open.length < maxOpen) open.push({ name, parts: [], room: max, done })
    },
    write(data: string): void {
      for (const each of open) add(each, data)
    },
    /** Adds text from outside the page's own, such as an alt. */
    writeInto(name: string, data: string): void {
      for (const each of open) if (each.name === name) add(each, data)
    },
    close(name: string): void {
      if (open.at(-1)?.name === name) finish(open.pop())
    },
    closeAll(): void {
      while (open.length > 0) finish(open.pop())
    },
  }
}

/** One line. Drops control characters: Postgres rejects some. */
export function collapsed(text: string): string {
  const max = text.slice(0, maxText)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is dropped
  return max.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim()
}
