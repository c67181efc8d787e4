// The feature's interface for other features.
export { NextSteps } from './next-steps.tsx'
