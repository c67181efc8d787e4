// The feature's interface for other features.
export { FirstSteps } from './first-steps.tsx'
