// @ts-nocheck: has no mark
export const width = () => window.innerWidth
