package dev.loomweight.memory.reconcile;

import dev.loomweight.report.Amounts;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.StackTrace.RecordedFrames;
import dev.loomweight.sample.ThreadEvents.ThreadStart;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Who started the platform threads of a process, as far as its recordings have it. Filled and merged in any order. */
public final class ThreadStarts {

    private static final int NAMED = 3;

    /** Sites with a smaller part of the most are not named. */
    private static final long MIN_SHARE = 100;

    private final Map<StackTrace, Long> byStack = new HashMap<>();

    ThreadStarts() {}

    /**
     * A place that started threads.
     *
     * @param frame its method and line: the innermost frame outside the JDK
     * @param count how many it started, above 0
     */
    public record Site(String frame, long count) {}

    void add(ThreadStart start) {
        byStack.merge(start.stack(), start.count(), Long::sum);
    }

    void merge(ThreadStarts other) {
        other.byStack.forEach((stack, count) -> byStack.merge(stack, count, Long::sum));
    }

    /** The sites that started most, the largest first; empty where no start was recorded with its stack. */
    public List<Site> sites() {
        Map<String, Long> sites = new TreeMap<>();
        byStack.forEach((stack, count) -> {
            if (stack.depth() > 0) {
                sites.merge(frame(stack), count, Long::sum);
            }
        });
        long most = sites.values().stream().mapToLong(Long::longValue).max().orElse(0);
        return sites.entrySet().stream()
                .map(site -> new Site(site.getKey(), site.getValue()))
                .filter(site -> site.count() >= most / MIN_SHARE)
                .sorted(Comparator.comparingLong(Site::count).reversed())
                .limit(NAMED)
                .toList();
    }

    private static String frame(StackTrace stack) {
        RecordedFrames frames = new RecordedFrames(stack);
        int outside = frames.outsideJdk();
        return outside == RecordedFrames.NONE
                ? frames.placeName()
                : frames.at(outside).toString();
    }

    /** The sites in a sentence; empty where there are none. */
    public String sentence() {
        long all = byStack.values().stream().mapToLong(Long::longValue).sum();
        List<Site> sites = sites();
        return sites.isEmpty()
                ? ""
                : "Of " + Amounts.count(all, "recorded start") + " of platform threads, "
                        + sites.stream()
                                .map(site -> Amounts.count(site.count(), "was", "were") + " at " + site.frame())
                                .collect(Collectors.joining(", "))
                        + ".";
    }
}
