import { describe, expect, it } from 'vitest'
import { createStructuredCheck } from './check.ts'
import { accepts, adobeVerdicts, jolicodeVerdicts, type Verdict } from './testing/verdicts.ts'

const check = createStructuredCheck()
const isSame = ({ item, valid, feature }: Verdict) =>
  accepts(check(JSON.stringify({ '@context': 'https://schema.org', ...item })), feature) === valid

/** Where Google's documents differ from another validator: verdicts and rule. */
const jolicodeDiffers: [verdicts: RegExp, rule: string][] = [
  [/missing-provider|all-candidates-fail/, 'Course: provider is recommended'],
  [/missing-ingredient/, 'Recipe: recipeIngredient is recommended'],
  [/missing-servescuisine/, 'Local business: servesCuisine is recommended'],
  [/event-missing-description/, 'Event: description is recommended'],
  [/factcheck-missing|faqpage-missing/, 'Fact checks and FAQs: ended, nothing is asked for any more'],
  [/^organization/, 'Return policy: applicableCountry or merchantReturnLink is required'],
  [/^qapage/, 'Video: name, thumbnailUrl and uploadDate are required of the video within'],
]
const adobeChecksNoTypes = /: (text|words) for /
const adobeDiffers: [verdicts: RegExp, rule: string][] = [
  [/^recipe: (without|empty) recipeYield$/, 'Recipe: recipeYield is recommended, beside calories too'],
  [
    /: (text|words) for /,
    'A value of another type than the table names is an invalid one; Adobe checks the type of few',
  ],
  [/^trail: .* itemListElement\.0\.item$/, 'Breadcrumb: item is required, but of the last place'],
  [/ (image|recipeInstructions\.0\.itemListElement)\.0$/, 'An empty list has no value'],
  [/: empty .*\.text$/, 'Recipe: a step has a text or a list, and an empty text is none'],
  [
    /^(recipe: .* author|picture .* creator|organization: .*)\.?\s?name$/,
    'author.name, creator.name and the name are recommended',
  ],
]

const jolicode = jolicodeVerdicts()
const adobe = await adobeVerdicts()

const shareOf = (verdicts: readonly Verdict[]) => verdicts.filter(isSame).length / verdicts.length

it('agrees with other validators in 85 % of their verdicts', () => {
  const all = [...jolicode, ...adobe]
  expect(all.length).toBeGreaterThan(450)
  expect(shareOf(all)).toBeGreaterThanOrEqual(0.85)
})

it('agrees with each of them where it has rules of its own', () => {
  expect(shareOf(jolicode)).toBeGreaterThanOrEqual(0.82)
  const ofMissing = adobe.filter(({ id }) => !adobeChecksNoTypes.test(id))
  expect(shareOf(ofMissing)).toBeGreaterThanOrEqual(0.95)
})

describe.each([
  ['jolicode/structured-data', jolicode, jolicodeDiffers],
  ['@adobe/structured-data-validator', adobe, adobeDiffers],
])('%s', (_name, verdicts, differs) => {
  const different = verdicts.filter((verdict) => !isSame(verdict)).map(({ id }) => id)

  it('differs only where a document of Google says otherwise', () => {
    expect(different.filter((id) => !differs.some(([known]) => known.test(id)))).toEqual([])
  })

  it('differs in each of these rules', () => {
    const unused = differs.filter(([known]) => !different.some((id) => known.test(id)))
    expect(unused.map(([, rule]) => rule)).toEqual([])
  })
})
