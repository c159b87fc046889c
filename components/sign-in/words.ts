/** What the form calls itself and its buttons, by mode. */
export const words = {
  'sign-in': {
    title: 'Sign in',
    submit: 'Sign in',
    busy: 'Signing in…',
    other: 'New here? Create an account',
  },
  create: {
    title: 'Create an account',
    submit: 'Create account',
    busy: 'Creating your account…',
    other: 'Already have an account? Sign in',
  },
} as const
