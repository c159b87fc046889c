/** Where Google says what it does with data. */
export const googlePages = {
  privacy: 'https://policies.google.com/privacy',
  transfers: 'https://policies.google.com/privacy/frameworks',
  firebase: 'https://firebase.google.com/support/privacy',
} as const
