/** The answer, or `otherwise` if it has not come within `ms`. What comes later is dropped, errors too. */
export async function inTime<T, O>(ms: number, answer: Promise<T>, otherwise: O): Promise<T | O> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<O>((resolve) => {
    timer = setTimeout(resolve, ms, otherwise).unref()
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
