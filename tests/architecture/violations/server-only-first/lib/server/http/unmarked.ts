// @ts-nocheck: has no mark
export const secret = 1
