/** Shares one run of `work` among all calls with its key while it runs; a later call runs it again. */
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
