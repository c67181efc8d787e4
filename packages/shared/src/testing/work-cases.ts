/** Functions whose growth is known, to test what counts it. */
const kinds: Record<string, (text: string) => unknown> = {
  'a loop': (text) => {
    let sum = 0
    for (const letter of text) sum += letter.length
    return sum
  },
  'a sorted list': (text) => [...text].sort((a, b) => (a < b ? -1 : 1)),
  'a regular expression': (text) => text.replace(/a{1,3}b/g, 'c'),
  'a normal form of letters': (text) => text.normalize('NFKC'),
  'a normal form of marks': (text) => text.replaceAll('a', '\u0315').normalize('NFC'),
  'a loop in a loop': (text) => {
    let sum = 0
    for (let i = 0; i < text.length; i++) for (let j = 0; j < i; j++) sum++
    return sum
  },
  'a search in a loop': (text) => [...text].filter((_letter, i) => text.includes('b', i)),
  'a list that is cut from the front': (text) => {
    for (const list = [...text]; list.length > 0; list.shift());
  },
  'a regular expression that tries each place to the end': (text) => /a+b/.test(text),
  'a regular expression in a group': (text) => text.replace(/(?:a|c)*b/g, 'c'),
}

export const runKind = (kind: string, text: string): unknown => kinds[kind]?.(text)
