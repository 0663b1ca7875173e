package dev.loomweight.input.text.ended;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a control group was charged for when it reached its limit, as the kernel's report on that has it. */
final class ChargeStatistics {

    /** Of version 1, in one line for each group. */
    private static final Pattern STATISTICS = Pattern.compile("Memory cgroup stats for (\\S+?):(.*)");

    private static final Pattern IN_LINE = Pattern.compile("\\b(cache|rss|shmem):(\\d{1,15})KB");

    /** Of both versions, one to a line. */
    private static final Pattern STATISTIC = Pattern.compile(
            "(?:^|[\\s:|])(total_cache|total_rss|total_shmem|cache|rss|anon|file|shmem|kernel|slab|pagetables"
                    + "|kernel_stack) (\\d{1,18})$");

    /** What older kernels do not sum up. */
    private static final List<String> KERNEL = List.of("slab", "pagetables", "kernel_stack");

    private final Map<String, Long> statistics = new HashMap<>();
    private boolean open;

    /** The path of the group that a line begins to describe, in this line or the next ones; null for any other line. */
    @Nullable
    String group(String text) {
        Matcher group = STATISTICS.matcher(text);
        if (!group.find()) {
            return null;
        }
        open = true;
        Matcher figure = IN_LINE.matcher(group.group(2));
        while (figure.find()) {
            // One line for each group below it, none of which has what the others have.
            statistics.merge(figure.group(1), Long.parseLong(figure.group(2)) << 10, Long::sum);
        }
        return group.group(1);
    }

    /** Takes a line with one figure, and says whether it is one. */
    boolean line(String text) {
        Matcher figure = STATISTIC.matcher(text);
        if (!open || !figure.find()) {
            return false;
        }
        statistics.put(figure.group(1), Long.parseLong(figure.group(2)));
        return true;
    }

    /** Other lines come. */
    void end() {
        open = false;
    }

    /** Another report begins. */
    void clear() {
        open = false;
        statistics.clear();
    }

    /** By kind, of either version: what version 1 calls cache has shared memory in it, as {@code file} of version 2. */
    Map<String, Long> content() {
        Map<String, Long> content = new HashMap<>();
        long shared = first("total_shmem", "shmem");
        long anonymous = first("anon", "total_rss", "rss");
        long files = first("file", "total_cache", "cache");
        long kernel = statistics.containsKey("kernel")
                ? first("kernel")
                : KERNEL.stream().anyMatch(statistics::containsKey)
                        ? KERNEL.stream()
                                .mapToLong(name -> Math.max(0, first(name)))
                                .sum()
                        : -1;
        if (anonymous < 0) {
            return content;
        }
        content.put("anon", anonymous);
        if (shared >= 0) {
            content.put("shmem", shared);
        }
        if (files >= 0) {
            content.put("file", Math.max(0, files - Math.max(0, shared)));
        }
        if (kernel >= 0) {
            content.put("kernel", kernel);
        }
        return content;
    }

    private long first(String... names) {
        for (String name : names) {
            Long value = statistics.get(name);
            if (value != null) {
                return value;
            }
        }
        return -1;
    }
}
