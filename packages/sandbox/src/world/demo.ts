export const demoSite = 'demo.sandbox.example'
export const demoRivals = ['rival-one.example', 'rival-two.example', 'rival-three.example'] as const
export const demoHosts: readonly string[] = [demoSite, ...demoRivals]

export const demoTopics = [
  'pour over coffee',
  'single origin beans',
  'decaf coffee',
  'moka pot',
  'milk frother',
  'travel mug',
] as const

const trackedForms = ['{p}', 'best {p}', '{p} reviews', '{p} online', '{p} for beginners'] as const
/** The demo site lacks these: its gap to its rivals. */
const missedForms = ['cheap {p}', '{p} sale'] as const

export type DemoPhrase = { phrase: string; topic: string; isTracked: boolean }

/** Thirty are tracked by the demo account, twelve are not. */
export const demoPhrases: readonly DemoPhrase[] = demoTopics.flatMap((topic) => [
  ...trackedForms.map((form) => ({ phrase: form.replace('{p}', topic), topic, isTracked: true })),
  ...missedForms.map((form) => ({ phrase: form.replace('{p}', topic), topic, isTracked: false })),
])

export function topicPath(topic: string): string {
  return `/${topic.replaceAll(' ', '-')}`
}
