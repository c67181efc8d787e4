import { pathTo } from '../graph.ts'
import type { Item, Value } from '../model.ts'
import type { Subject } from '../schema-org/context.ts'
import { isFilled, itemsAt } from './wanted.ts'

export type Troubles = { message: string; path: string; at: number; isRequired: boolean }[]

export const specialRules: Readonly<Record<string, (subject: Subject) => Troubles>> = {
  breadcrumb: checkBreadcrumb,
  'job-posting': checkRemoteJob,
  'merchant-listing': checkOffers,
  'return-policy': checkReturnDays,
  'discussion-forum': checkCommentCount,
  recipe: checkCalories,
  speakable: checkSelectors,
}

/** At least two places, numbered from 1; only the last may lack a link. */
function checkBreadcrumb(subject: Subject): Troubles {
  const { visit, graph } = subject
  const items = itemsAt(visit, 'itemListElement', subject)
  const troubles: Troubles = []
  if (items.length === 1) {
    troubles.push({
      message: 'a breadcrumb trail has at least two places',
      path: pathTo(visit.path, 'itemListElement'),
      at: visit.item.at,
      isRequired: true,
    })
  }
  const placed = items
    .map((holder) => ({ ...holder, position: Number(textOf(holder.item, 'position', graph) ?? Number.NaN) }))
    .sort((a, b) => a.position - b.position)
  for (const [i, { item, path, position }] of placed.entries()) {
    const hasLink = graph.valuesOf(item, 'item').some((value) => isLink(value, graph))
    if (!hasLink && i < placed.length - 1) {
      troubles.push({
        message:
          'each place but the last needs an item: the address of its page, or a thing with this address as its @id',
        path: pathTo(path, 'item'),
        at: item.at,
        isRequired: true,
      })
    }
    if (!Number.isNaN(position) && position !== i + 1) {
      troubles.push({
        message: `position is ${position} where ${i + 1} is expected`,
        path: pathTo(path, 'position'),
        at: item.at,
        isRequired: false,
      })
    }
  }
  return troubles
}

function checkRemoteJob({ visit, graph }: Subject): Troubles {
  const { item } = visit
  if (textOf(item, 'jobLocationType', graph) !== 'TELECOMMUTE') return []
  if (graph.valuesOf(item, 'applicantLocationRequirements').length > 0) return []
  if (graph.valuesOf(item, 'jobLocation').length > 0) return []
  const path = pathTo(visit.path, 'applicantLocationRequirements')
  return [{ message: 'a remote job says where applicants may live', path, at: item.at, isRequired: true }]
}

/** A merchant listing needs an own offer with a price above 0. */
function checkOffers(subject: Subject): Troubles {
  const { visit, graph, vocabulary } = subject
  const offers = itemsAt(visit, 'offers', subject)
  const isOffer = (item: Item) =>
    graph.typesOf(item).some((type) => vocabulary.isKind(type, 'Offer') && !vocabulary.isKind(type, 'AggregateOffer'))
  if (!offers.some(({ item }) => isOffer(item))) {
    return [
      {
        message: 'offers has to have an Offer of the shop itself',
        path: pathTo(visit.path, 'offers'),
        at: visit.item.at,
        isRequired: true,
      },
    ]
  }
  return [...offers, ...itemsAt(visit, 'offers.priceSpecification', subject)].flatMap(({ item, path }) => {
    const price = textOf(item, 'price', graph)
    if (price === null || !(Number(price) <= 0)) return []
    return [{ message: 'the price has to be above 0', path: pathTo(path, 'price'), at: item.at, isRequired: true }]
  })
}

function checkReturnDays({ visit, graph }: Subject): Troubles {
  const { item } = visit
  if (!textOf(item, 'returnPolicyCategory', graph)?.endsWith('MerchantReturnFiniteReturnWindow')) return []
  if (graph.valuesOf(item, 'merchantReturnDays').some(isFilled)) return []
  const path = pathTo(visit.path, 'merchantReturnDays')
  return [{ message: 'a finite return window says how many days', path, at: item.at, isRequired: true }]
}

function checkCommentCount({ visit, graph }: Subject): Troubles {
  const count = textOf(visit.item, 'commentCount', graph)
  const comments = graph.valuesOf(visit.item, 'comment').length
  if (count === null || !(Number(count) < comments)) return []
  const path = pathTo(visit.path, 'commentCount')
  return [
    {
      message: `there are ${comments} comments, but commentCount is ${count.slice(0, 20)}`,
      path,
      at: visit.item.at,
      isRequired: false,
    },
  ]
}

/** Both are only recommended; the first says little without the second. */
function checkCalories(subject: Subject): Troubles {
  const { visit, graph } = subject
  const [nutrition] = itemsAt(visit, 'nutrition', subject)
  if (!nutrition || textOf(nutrition.item, 'calories', graph) === null) return []
  if (graph.valuesOf(visit.item, 'recipeYield').some(isFilled)) return []
  const path = pathTo(visit.path, 'recipeYield')
  return [
    {
      message: 'calories are per serving: recipeYield has to give the number of servings',
      path,
      at: visit.item.at,
      isRequired: false,
    },
  ]
}

/** "Use either cssSelector or xPath; don't use both" (Speakable). */
function checkSelectors({ visit, graph }: Subject): Troubles {
  const { item } = visit
  const isGiven = (name: string) => graph.valuesOf(item, name).some(isFilled)
  if (!isGiven('cssSelector') || !(isGiven('xPath') || isGiven('xpath'))) return []
  const path = pathTo(visit.path, 'xPath')
  return [{ message: 'cssSelector or xPath is used, not both', path, at: item.at, isRequired: true }]
}

function isLink(value: Value, graph: Subject['graph']): boolean {
  const inner = graph.itemOf(value)
  return inner ? inner.id !== null || inner.link !== undefined : isFilled(value)
}

function textOf(item: Item, name: string, graph: Subject['graph']): string | null {
  const [value] = graph.valuesOf(item, name)
  if (!value || value.kind === 'item') return null
  return value.kind === 'ref' ? value.id : value.text.trim()
}
