/** The domain of the demo site. It cannot be registered, so no real site has it. */
export const demoDomain = 'demo.sandbox.example'
