# shellcheck shell=bash
# Reads Surefire's reports. Sourced.

# tests_counted FILE...: the number of tests in the reports.
tests_counted() {
  awk '/^ *<testcase /{ n++ } END { print n + 0 }' "$@"
}

# tests_skipped FILE...: one line per skipped test: its class, its name, and why.
tests_skipped() {
  awk '
    function attribute(name,   value) {
      if (!match($0, " " name "=\"[^\"]*\"")) return ""
      value = substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
      gsub(/&quot;/, "\"", value); gsub(/&apos;/, "\047", value); gsub(/&#10;/, " ", value)
      gsub(/&lt;/, "<", value); gsub(/&gt;/, ">", value); gsub(/&amp;/, "\\&", value)
      return value
    }
    /^ *<testcase / { test = attribute("classname"); if (attribute("name") != "") test = test "." attribute("name") }
    /^ *<skipped/ {
      why = attribute("message")
      # A failed assumption has its reason before the stack trace.
      if (why == "" && sub(/.*<!\[CDATA\[/, "")) { why = $0; sub(/^[A-Za-z0-9_.$]+: /, "", why); sub(/\]\]>.*/, "", why) }
      print test ": " (why == "" ? "no reason given" : why)
    }
  ' "$@"
}
