// @ts-nocheck: swallows a rejection with a value
export const ask = () => fetch('site').catch(() => undefined)
