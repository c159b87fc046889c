// @ts-nocheck: keeps to the rules
'use client'

export default function Failure() {
  return null
}
