// @ts-nocheck: bakes a setting into the build
export default { env: { tag: process.env.GTAG_ID } }
