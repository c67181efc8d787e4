// What other features may use of this one.
export { Months } from './add-plan.tsx'
export { monthName, monthsFrom } from './months.ts'
