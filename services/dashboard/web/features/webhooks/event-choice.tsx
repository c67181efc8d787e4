import { webhooks as t } from '../../../texts/webhooks.ts'
import { Toggles } from '../../kit/form/filters.tsx'
import { type EventType, eventTypes } from './words.tsx'

type EventChoiceProps = { chosen: readonly EventType[]; onChoose(chosen: readonly EventType[]): void }

/** The types of events that an endpoint gets. */
export function EventChoice({ chosen, onChoose }: EventChoiceProps) {
  const names = eventTypes.map((type) => [type, t.events[type]] as const)
  const choose = (keys: readonly string[]) => onChoose(eventTypes.filter((type) => keys.includes(type)))
  return <Toggles label={t.eventsHead} names={names} chosen={chosen} onChoose={choose} />
}
