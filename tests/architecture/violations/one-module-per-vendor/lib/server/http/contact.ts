// @ts-nocheck: counts beside the cell of the limits
import 'server-only'
import { RateLimiterMemory } from 'rate-limiter-flexible'

export const limiter = new RateLimiterMemory({ points: 1, duration: 1 })
