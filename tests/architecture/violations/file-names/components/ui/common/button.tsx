// @ts-nocheck: is named for nothing
export const button = 1
