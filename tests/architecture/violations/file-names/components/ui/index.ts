// @ts-nocheck: is named for nothing
export const everything = 1
