# shellcheck shell=bash
# Reads Surefire's reports. Sourced.

# tests_counted FILE...: the number of tests in the reports.
tests_counted() {
  awk '/^ *<testcase /{ n++ } END { print n + 0 }' "$@"
}

# tests_failed FILE...: one line per test that failed or ended with an error: its class, its name, and why.
tests_failed() {
  tests_that 'failure|error' "$@"
}

# tests_flaky FILE...: one line per test that failed and passed when it was run once more: its class, its name, and why.
tests_flaky() {
  tests_that 'flakyFailure|flakyError' "$@"
}

# tests_skipped FILE...: one line per skipped test: its class, its name, and why.
tests_skipped() {
  tests_that skipped "$@"
}

# tests_that ELEMENT[|ELEMENT] FILE...: the tests with one of these elements, and the first line of its message that is not empty.
tests_that() {
  local elements=$1
  shift
  awk -v elements="^ *<($elements)[ />]" '
    function attribute(name,   value) {
      if (!match($0, " " name "=\"[^\"]*\"")) return ""
      value = substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
      sub(/^(&#10;| )+/, "", value)
      sub(/&#10;.*/, "", value)
      gsub(/&quot;/, "\"", value); gsub(/&apos;/, "\047", value)
      gsub(/&lt;/, "<", value); gsub(/&gt;/, ">", value); gsub(/&amp;/, "\\&", value)
      return value
    }
    /^ *<testcase / { test = attribute("classname"); if (attribute("name") != "") test = test "." attribute("name") }
    $0 ~ elements {
      why = attribute("message")
      if (why == "") why = attribute("type")
      # A failed assumption has its reason before the stack trace.
      if (/<skipped/ && attribute("message") == "" && sub(/.*<!\[CDATA\[/, "")) {
        why = $0
        sub(/^[A-Za-z0-9_.$]+: /, "", why); sub(/\]\]>.*/, "", why)
      }
      print test ": " (why == "" ? "no reason given" : substr(why, 1, 300))
    }
  ' "$@"
}
