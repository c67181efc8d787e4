// The feature's interface for other features.
export { Months } from './add-plan.tsx'
export { monthName, monthsFrom } from './months.ts'
