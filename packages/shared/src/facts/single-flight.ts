/** Does a piece of work once for all who ask for it while it runs; it is done anew for whoever asks afterwards. */
export function createSingleFlight() {
  const flights = new Map<string, Promise<void>>()
  return (key: string, work: () => Promise<void>): Promise<void> => {
    const flying = flights.get(key)
    if (flying) return flying
    const flight = work().finally(() => flights.delete(key))
    flights.set(key, flight)
    return flight
  }
}
