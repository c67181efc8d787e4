/** A guest's lifetime, from its registration. */
export const guestHours = 48
/** The least time between two tokens for one guest. */
export const reissueSeconds = 60
/** At most this many /64s of one /48 may have a guest each. */
export const guestsPerArea = 3
/** The rhythm of a network's second guest within a week. */
export const weeklyDays = 7
export const linksPerGuest = 20
