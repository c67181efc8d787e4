const syllables = 'ka lo mi ren su ta vel no pir dos gan bri tal une sor'.split(' ')

/** Words of two to four syllables, the same for a seed and different for each other one. */
export function prose(seed: number, count: number): string {
  let state = Math.imul(seed + 1, 2_654_435_761)
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const word = () => Array.from({ length: 2 + next(3) }, () => syllables[next(syllables.length)] ?? '').join('')
  return Array.from({ length: count }, word).join(' ')
}
