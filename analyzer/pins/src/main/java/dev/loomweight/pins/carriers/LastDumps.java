package dev.loomweight.pins.carriers;

import dev.loomweight.sample.Dumps.DumpedThreads;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The last of some thread dumps: what carriers did at the end, however many dumps there are. */
final class LastDumps {

    /** Two moments, each with a dump of all threads and a {@code Thread.print}. */
    private static final int MAX_DUMPS = 4;

    private static final Comparator<DumpedThreads> NEWEST = Comparator.comparing(
                    (DumpedThreads dump) -> dump.time() == null ? Instant.MIN : dump.time())
            .reversed()
            .thenComparing(DumpedThreads::kind)
            .thenComparing(DumpedThreads::toString);

    private final List<DumpedThreads> dumps = new ArrayList<>();

    void add(DumpedThreads dump) {
        dumps.add(dump);
        if (dumps.size() > MAX_DUMPS) {
            dumps.sort(NEWEST);
            dumps.removeLast();
        }
    }

    void addAll(LastDumps other) {
        other.dumps.forEach(this::add);
    }

    List<DumpedThreads> all() {
        return dumps.stream().sorted(NEWEST).toList();
    }
}
