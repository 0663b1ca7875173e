# shellcheck shell=bash
# What scripts/test mutants says of a report. Sourced.

# mutants_killed PACKAGE REPORT PERCENT: prints the sum, and the ten classes with the most mutants that survive or that no test
# reaches; fails where fewer than that share are killed, and where there are none.
mutants_killed() {
  awk -v RS='</mutation>' -v package="$1" -v least="$3" '
    match($0, /<mutatedClass>[^<]*/) {
      class = substr($0, RSTART + 14, RLENGTH - 14)
      sub(/^dev\.loomweight\./, "", class); sub(/\$.*/, "", class)
      all++
      # A JVM that ends by itself is no test that fails.
      if ($0 ~ /detected=.true/ && $0 !~ /status=.RUN_ERROR/) { killed++; of[class]++ } else left[class]++
      if ($0 !~ /status=.NO_COVERAGE/) reached++
    }
    END {
      few = killed * 100 < least * all || !all
      printf "%s: %d mutants, %d killed (%d %%%s), %d reached by a test\n", package, all, killed,
        all ? 100 * killed / all : 0, few ? ", which is less than " least " %" : "", reached
      sorted = "sort -k1,1nr -k6 | head -n 10"
      for (class in left)
        printf "%6d survived %6d killed %4d %%  %s\n", left[class], of[class], 100 * of[class] / (of[class] + left[class]),
          class | sorted
      close(sorted)
      exit few
    }' "$2"
}
