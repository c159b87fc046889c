// @ts-nocheck: swallows a rejection
export const poll = () => fetch('latest').catch(() => {})
