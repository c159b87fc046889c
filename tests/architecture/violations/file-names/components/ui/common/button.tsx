// @ts-nocheck: is named for nothing
export const anything = 1
