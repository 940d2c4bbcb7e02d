#!/usr/bin/env bash
# Gives the texts of scenarios in recorded runs the one spelling that is read: named entries as maps, variants with keys below
# each other, lists in brackets. Everything else in them stays, as do all values.
set -euo pipefail
cd "$(dirname "$0")/runs"
sed -i -E '/"scenarioText"/ {
  s/  - \{ name: ([a-z0-9-]+), ([^}]*) \}/  \1: { \2 }/g
  s/\\nsweep:/\\nvariants:/
  s/\{ ([a-z]+)\.([a-z]+)\.([a-z-]+): ([^}]*) \}/{ \1: { \2: { \3: \4 } } }/g
  s/\\nresult: \\"([^"\\]*)\\"/\\nresult: [\1]/
}' ./*/run.json
