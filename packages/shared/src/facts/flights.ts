/** A consumer with that many deliveries in flight gets no more for now. */
const fullAt = 25

/** The deliveries of a relay that are under way, by consumer. */
export function createFlights() {
  const byConsumer = new Map<string, Set<Promise<unknown>>>()
  const isFull = (flights: Set<Promise<unknown>>) => flights.size >= fullAt
  return {
    full: () => [...byConsumer].filter(([, flights]) => isFull(flights)).map(([consumer]) => consumer),
    /** `onRoom`: the consumer was full and may have more again. */
    add(consumer: string, flight: Promise<unknown>, onRoom: () => void): void {
      const flights = byConsumer.get(consumer) ?? new Set()
      byConsumer.set(consumer, flights.add(flight))
      void flight.then(() => {
        const wasFull = isFull(flights)
        flights.delete(flight)
        if (wasFull && !isFull(flights)) onRoom()
      })
    },
    landed: () => Promise.all([...byConsumer.values()].flatMap((flights) => [...flights])),
  }
}
