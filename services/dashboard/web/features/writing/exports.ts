// The feature's interface for other features.
export { Months, monthName, monthsFrom } from './months.tsx'
