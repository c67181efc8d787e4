/** A consumer with this many deliveries in flight gets no more until one ends. */
const fullAt = 25

/** A relay's deliveries in flight, by consumer. */
export function createFlights() {
  const byConsumer = new Map<string, Set<Promise<unknown>>>()
  const isFull = (flights: Set<Promise<unknown>>) => flights.size >= fullAt
  return {
    full: () => [...byConsumer].filter(([, flights]) => isFull(flights)).map(([consumer]) => consumer),
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
