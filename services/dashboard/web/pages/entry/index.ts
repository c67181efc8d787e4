export { Reset } from './reset.tsx'
export { SignIn } from './sign-in.tsx'
export { SignUp } from './sign-up.tsx'
export { Verify } from './verify.tsx'
