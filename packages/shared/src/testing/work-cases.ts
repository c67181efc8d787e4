/** Functions whose growth is known, to test what counts it. */
const kinds: Record<string, (text: string) => unknown> = {
  'a loop': (text) => {
    let sum = 0
    for (const letter of text) sum += letter.length
    return sum
  },
  'a sorted list': (text) => [...text].sort((a, b) => (a < b ? -1 : 1)),
  'a loop in a loop': (text) => {
    let sum = 0
    for (let i = 0; i < text.length; i++) for (let j = 0; j < i; j++) sum++
    return sum
  },
}

export const runKind = (kind: string, text: string): unknown => kinds[kind]?.(text)
