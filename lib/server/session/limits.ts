import 'server-only'
import type { Limit } from '@/lib/server/database/rate-limit'

/** What sign-ins may cost. */
export const sessionLimits = {
  /** Sign-ins per user, each of which may cost two calls to the provider. */
  mintByUser: { name: 'mint-by-user', points: 40, duration: 600 },
  /** Of these, or in their place, those that prove the address, by address: only who gets its mail can use it up. */
  mintByProof: { name: 'mint-by-proof', points: 20, duration: 600 },
  /** Renewals per user, counted separately as open pages renew by themselves. */
  renewByUser: { name: 'renew-by-user', points: 60, duration: 600 },
  /** Sessions created per address (IPv6: per /64), which many people may share. */
  mintByAddress: { name: 'mint-by-address', points: 300, duration: 600 },
  /** Invalid tokens per address, or per user if sent with a live session. Never refuses valid tokens. */
  invalidToken: { name: 'invalid-token', points: 60, duration: 600, isFlood: true },
  /** Proofs given for one emailed code. */
  proofByCode: { name: 'proof-by-code', points: 10, duration: 600 },
  /** Unknown emailed codes per address; each costs a call to the provider. */
  proofByAddress: { name: 'proof-by-address', points: 300, duration: 600, isFlood: true },
  /** Sign-in links requested from an address, and for a mailbox from it. */
  linkByAddress: { name: 'link-by-address', points: 60, duration: 600, isFlood: true },
  linkByAddressAndMailbox: { name: 'link-by-address-and-mailbox', points: 5, duration: 600, isFlood: true },
  /** Sign-in links to a mailbox, from all who request them. More are not sent; earlier ones still work. */
  linkByMailbox: { name: 'link-by-mailbox', points: 20, duration: 86_400, isFlood: true },
} as const satisfies Record<string, Limit>
