import { isOwnName } from '../names.ts'
import type { Subject } from '../schema-org/context.ts'
import type { Feature, Part } from './feature.ts'
import { pageFeatures } from './pages.ts'
import { placeFeatures } from './places.ts'
import { productFeatures } from './products.ts'
import { specialRules, type Troubles } from './special.ts'
import { wantsOf } from './want.ts'
import { itemsAt, type Missing, missingOf, stateOf, strayAt } from './wanted.ts'

export const features: readonly Feature[] = [...productFeatures, ...pageFeatures, ...placeFeatures]
type Verdict = { feature: Feature; required: Missing[]; recommended: Missing[]; special: Troubles }

/** Checks an item against Google's rich results; returns the most demanding one it qualifies for. */
export function checkGoogle(subject: Subject): string | null {
  for (const retired of retiredFeatures) if (isRetired(retired, subject)) reportRetired(retired, subject)
  const verdicts = featuresFor(subject).map((feature) => verdictOn(feature, subject))
  const eligible = verdicts.find(isEligible)
  const said = new Set<string>()
  for (const verdict of verdicts) {
    reportRequired(verdict, subject, eligible !== undefined)
    // Recommendations of two results are listed once.
    for (const missing of verdict.recommended) {
      if (!said.has(missing.path)) reportRecommended(verdict, missing, subject)
      said.add(missing.path)
    }
  }
  for (const feature of featuresByType(subject)) propose(feature, subject)
  return eligible?.feature.name ?? null
}

function propose(feature: Feature, subject: Subject): void {
  const { isProposed, onlyWith = [] } = feature
  if (!isProposed || subject.visit.via !== null || has(subject, onlyWith)) return
  for (const missing of missingOf(subject.visit, [onlyWith.join('|')], subject))
    reportRecommended({ feature }, missing, subject)
}

function isEligible({ required, special }: Verdict): boolean {
  return required.length === 0 && !special.some(({ isRequired }) => isRequired)
}

function isA(subject: Subject, types: readonly string[]): boolean {
  return subject.classes.some((name) => types.some((type) => subject.vocabulary.isKind(name, type)))
}

function has(subject: Subject, properties: readonly string[]): boolean {
  return properties.flatMap(wantsOf).some((want) => stateOf(subject.visit.item, want, subject) === 'given')
}

function featuresFor(subject: Subject): Feature[] {
  const { via } = subject.visit
  return featuresByType(subject).filter((feature) => {
    if (via !== null && !feature.within?.includes(via)) return false
    return !feature.onlyWith || has(subject, feature.onlyWith)
  })
}

const byType = new Map<string, readonly Feature[]>()

/** Cached for single types: texts could make up any combination. */
function featuresByType(subject: Subject): readonly Feature[] {
  const [type, ...more] = subject.classes
  if (type === undefined) return []
  const known = more.length === 0 ? byType.get(type) : undefined
  if (known) return known
  const own = features.filter(({ types, except }) => isA(subject, types) && !(except && isA(subject, except)))
  if (more.length === 0) byType.set(type, own)
  return own
}

function verdictOn(feature: Feature, subject: Subject): Verdict {
  const { visit } = subject
  const verdict: Verdict = {
    feature,
    required: missingOf(visit, feature.required, subject),
    recommended: subject.isFull('notice') ? [] : missingOf(visit, feature.recommended, subject),
    special: specialRules[feature.name]?.(subject) ?? [],
  }
  for (const part of feature.parts ?? []) addPart(part, verdict, subject)
  return verdict
}

function addPart(part: Part, verdict: Verdict, subject: Subject): void {
  const { visit, graph, vocabulary } = subject
  const stray = strayAt(visit, part.via, subject)
  if (stray && !verdict.required.some(({ path }) => path === stray.path)) verdict.required.push(stray)
  for (const holder of itemsAt(visit, part.via, subject)) {
    const types = graph.typesOf(holder.item).filter(isOwnName)
    const isOne = (wanted: readonly string[]) =>
      types.some((type) => wanted.some((one) => vocabulary.isKind(type, one)))
    if ((part.types && !isOne(part.types)) || (part.except && isOne(part.except))) continue
    verdict.required.push(...missingOf(holder, part.required, subject))
    if (!subject.isFull('notice')) verdict.recommended.push(...missingOf(holder, part.recommended, subject))
  }
}

/** A lack for one result is no error if another result is complete. */
function reportRequired({ feature, required, special }: Verdict, { find }: Subject, isEligibleElsewhere: boolean) {
  const severity = isEligibleElsewhere ? 'warning' : 'error'
  for (const { alternatives, form, ...where } of required) {
    const code = form ? 'GOOGLE_VALUE' : alternatives.length > 1 ? 'GOOGLE_ONE_OF_MISSING' : 'GOOGLE_REQUIRED_MISSING'
    const needs = `Google's ${feature.name} needs ${named(alternatives)}${form ? ` to be ${form}` : ''}`
    find(code, needs, { ...where, severity, field: fieldOf(where.path) })
  }
  for (const { message, isRequired, ...where } of special) {
    const field = fieldOf(where.path)
    find('GOOGLE_VALUE', `Google's ${feature.name}: ${message}`, { ...where, field, ...(isRequired && { severity }) })
  }
}

function reportRecommended(
  { feature }: Pick<Verdict, 'feature'>,
  { alternatives, form: _, ...where }: Missing,
  { find }: Subject,
) {
  const message = `Google's ${feature.name} recommends ${named(alternatives)}`
  find('GOOGLE_RECOMMENDED_MISSING', message, { ...where, field: fieldOf(where.path) })
}

function named(alternatives: string[]): string {
  return alternatives.length > 1 ? `one of ${alternatives.join(', ')}` : (alternatives[0] ?? '')
}

function fieldOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

function isRetired({ types, and, except, onlyWith }: Retired, subject: Subject): boolean {
  if (!isA(subject, types) || (and && !isA(subject, and)) || (except && isA(subject, except))) return false
  return !onlyWith || has(subject, onlyWith)
}

function reportRetired({ title, since }: Retired, { find }: Subject): void {
  find('RICH_RESULT_RETIRED', `Google has shown no "${title}" results since ${since}; the markup is still valid`)
}

/** Rich results Google ended; the markup stays valid. */
type Retired = {
  title: string
  since: string
  types: readonly string[]
  /** All required. */
  and?: readonly string[]
  except?: readonly string[]
  onlyWith?: readonly string[]
}

// developers.google.com/search/blog/2025/06/simplifying-search-results; others: the documentation's changelog.
const retiredFeatures: readonly Retired[] = [
  { title: 'How-to', since: 'September 2023', types: ['HowTo'], except: ['Recipe'] },
  { title: 'FAQ', since: 'May 2026', types: ['FAQPage'] },
  { title: 'Book actions', since: 'June 2025', types: ['Book'], onlyWith: ['workExample', 'potentialAction'] },
  { title: 'Course info', since: 'June 2025', types: ['Course'], onlyWith: ['hasCourseInstance'] },
  { title: 'Fact check', since: 'June 2025', types: ['ClaimReview'] },
  { title: 'Estimated salary', since: 'June 2025', types: ['Occupation'], onlyWith: ['estimatedSalary'] },
  { title: 'Learning video', since: 'June 2025', types: ['VideoObject'], and: ['LearningResource'] },
  { title: 'Special announcement', since: 'June 2025', types: ['SpecialAnnouncement'] },
  { title: 'Vehicle listing', since: 'June 2025', types: ['Vehicle'], onlyWith: ['offers'] },
]
