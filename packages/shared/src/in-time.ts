/** The answer, or `otherwise` if it has not come within `ms`. A late answer or error is dropped. */
export async function inTime<T, O>(ms: number, answer: Promise<T>, otherwise: O): Promise<T | O> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<O>((resolve) => {
    timer = setTimeout(resolve, ms, otherwise).unref()
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
