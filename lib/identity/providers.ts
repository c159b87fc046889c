/** The other sites people can sign in with (S95), in the order in which the form offers them. */
export const providerNames = {
  google: 'Google',
  facebook: 'Facebook',
  github: 'GitHub',
  twitter: 'X',
} as const

export type Provider = keyof typeof providerNames

export const providers = Object.keys(providerNames) as Provider[]

/** The provider with this Firebase ID; null if it's none of ours. */
export function providerOf(providerId: string): Provider | null {
  return providers.find((provider) => providerId === `${provider}.com`) ?? null
}
