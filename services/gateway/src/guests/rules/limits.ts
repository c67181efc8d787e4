export const guestHours = 48
export const reissueSeconds = 60
/** /64s of one /48 that may have a guest each. */
export const guestsPerArea = 3
export const weeklyDays = 7
export const linksPerGuest = 20
