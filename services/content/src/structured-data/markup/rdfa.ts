import type { Marked, Page } from '../html/page.ts'
import { type Item, maxItemDepth, type Reading } from '../model.ts'
import { isOwnName } from '../names.ts'
import { initialNaming, type Naming, namesIn, namingWithin, rdfType, relationsIn } from './rdfa-names.ts'
import {
  addAll,
  addType,
  addTypes,
  held,
  literalOf,
  type Pass,
  pageSubject,
  type Relations,
  relate,
  resourceOf,
  type Subject,
  subjectFor,
} from './rdfa-things.ts'

/** Inherited state: names, subject, relations that await an object. */
type State = { naming: Naming; subject: Subject | null; waiting: { relations: Relations; of: Subject } | null }

/** Adds RDFa items: RDFa Lite and the common part of RDFa 1.1. */
export function readRdfa(page: Page, reading: Reading): void {
  const pass: Pass = { ...reading, page, byId: new Map(), subjects: [], nested: new Set() }
  const states = new Map<Marked, State>()
  const outermost: State = { naming: initialNaming, subject: null, waiting: null }
  for (const element of page.marked) {
    const outer = (element.parent && states.get(element.parent)) ?? outermost
    states.set(element, stateWithin(element, outer, pass))
  }
  for (const { item } of pass.subjects) if (!pass.nested.has(item) && saysSomething(item)) pass.roots.push(item)
}

/** Page properties such as Open Graph are no item. */
function saysSomething({ types, properties }: Item): boolean {
  return types.length > 0 || [...properties.keys()].some(isOwnName)
}

function stateWithin(element: Marked, outer: State, pass: Pass): State {
  const { attributes } = element
  const naming = namingWithin(element, outer.naming, pass.report)
  const types = namesIn(attributes.get('typeof'), naming)
  const properties = namesIn(attributes.get('property'), naming)
  const relations = {
    forth: relationsIn(attributes.get('rel'), naming),
    back: relationsIn(attributes.get('rev'), naming),
  }
  const isRelated = relations.forth.length > 0 || relations.back.length > 0
  const isTyped = attributes.has('typeof')
  if (!isTyped && properties.length === 0 && !isRelated && !names(attributes)) return { ...outer, naming }
  if (isRelated) return related(element, { ...outer, naming }, types, relations, pass)

  const about = attributes.get('about')
  const isNested = properties.length > 0 && !attributes.has('content') && !attributes.has('datatype')
  const own = about ?? (isNested ? undefined : resourceOf(attributes))
  const isNew = own !== undefined || (isTyped && !isNested)
  const subject = isNew ? subjectFor(own ?? null, element, 0, pass) : (outer.subject ?? pageSubject(properties, pass))
  if (isNew && subject) complete(outer, subject, element, pass)
  if (!subject) return { ...outer, naming }
  if (!isNested || about !== undefined || !isTyped) {
    addTypes(subject, types)
    if (properties.includes(rdfType)) addType(subject, attributes, naming)
    addAll(subject, properties, () => literalOf(element, pass), pass)
    return { naming, subject, waiting: null }
  }
  const inner = subjectFor(resourceOf(attributes) ?? null, element, subject.depth + 1, pass)
  if (!inner) return { naming, subject: null, waiting: null }
  addTypes(inner, types)
  addAll(subject, properties, () => held(inner, element, pass), pass)
  return { naming, subject: inner, waiting: null }
}

/** `rel` or `rev`: the object is named here, typed here, or described by descendants. */
function related(element: Marked, outer: State, types: string[], relations: Relations, pass: Pass): State {
  const { attributes } = element
  const about = attributes.get('about')
  const subject =
    about === undefined ? (outer.subject ?? pageSubject(['rel'], pass)) : subjectFor(about, element, 0, pass)
  if (!subject) return outer
  if (about !== undefined) {
    addTypes(subject, types)
    complete(outer, subject, element, pass)
  }
  const resource = resourceOf(attributes)
  if (relations.forth.includes(rdfType)) {
    addType(subject, attributes, outer.naming)
    return { ...outer, subject }
  }
  const isTyped = attributes.has('typeof') && about === undefined
  if (resource === undefined && !isTyped) return { ...outer, subject, waiting: { relations, of: subject } }
  const object = subjectFor(resource ?? null, element, subject.depth + 1, pass)
  if (!object) return { ...outer, subject: null, waiting: null }
  if (isTyped) addTypes(object, types)
  relate(subject, object, relations, element, pass)
  return { naming: outer.naming, subject: object, waiting: null }
}

function names(attributes: Marked['attributes']): boolean {
  return attributes.has('about') || attributes.has('resource')
}

function complete({ waiting }: State, subject: Subject, element: Marked, pass: Pass): void {
  if (!waiting || subject.depth > 0) return
  if (waiting.of.depth >= maxItemDepth) return
  subject.depth = waiting.of.depth + 1
  relate(waiting.of, subject, waiting.relations, element, pass)
}
