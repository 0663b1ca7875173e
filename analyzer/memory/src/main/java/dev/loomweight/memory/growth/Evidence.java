package dev.loomweight.memory.growth;

import dev.loomweight.jvm.VirtualThreads;
import dev.loomweight.memory.Place;
import dev.loomweight.memory.reconcile.MemoryMoment;
import dev.loomweight.memory.reconcile.NmtDigest;
import dev.loomweight.report.Amounts;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What grew in each place between the first moment and the last: classes, files, threads, categories. */
final class Evidence {

    private static final int NAMED = 3;

    /** What grew by a smaller part of the largest growth is not named. */
    private static final long MIN_SHARE = 100;

    private final MemoryMoment first;
    private final MemoryMoment last;
    private final NmtDigest nmtFirst;
    private final NmtDigest nmtLast;
    private final @Nullable ObjectsOverTime live;

    /** @param live the live objects, or null where there is no histogram */
    Evidence(List<MemoryMoment> moments, @Nullable ObjectsOverTime live) {
        this.first = moments.getFirst();
        this.last = moments.getLast();
        this.nmtFirst = first.snapshot().nmtOrNone();
        this.nmtLast = last.snapshot().nmtOrNone();
        this.live = live;
    }

    /** How many more direct buffers with memory of their own there are; 0 where that is not known. */
    long buffers() {
        return live == null ? 0 : live.came("java.nio.DirectByteBuffer$Deallocator");
    }

    /** How many more sessions of java.lang.foreign that can end there are; 0 where that is not known. */
    long arenas() {
        return live == null
                ? 0
                : live.came("jdk.internal.foreign.ConfinedSession")
                        + live.came("jdk.internal.foreign.SharedSession")
                        + live.came("jdk.internal.foreign.ImplicitSession");
    }

    /** A sentence or more; empty where nothing is known. */
    String of(Place place) {
        return switch (place) {
            case HEAP, SMALL_OBJECTS -> classes(place);
            case VIRTUAL_THREADS -> {
                long threads = live == null ? 0 : live.came(VirtualThreads.CLASS);
                yield threads > 0 ? more(threads, "virtual thread") + "." : classes(place);
            }
            case INTERNED_STRINGS ->
                "The JVM's tables had " + Amounts.count(nmtLast.tableBlocks() - nmtFirst.tableBlocks())
                        + " more entries, and as many strings came; their bytes in the heap are those of as many strings of"
                        + " mean size.";
            case DIRECT_BUFFERS ->
                buffers() > 0
                        ? more(buffers(), "direct buffer")
                                + (arenas() > 0
                                        ? ", and " + Amounts.count(arenas())
                                                + " more of arenas of java.lang.foreign; NMT does not divide the two."
                                        : ".")
                        : "NMT counts direct buffers, arenas of java.lang.foreign and Unsafe together"
                                + (live == null ? "; a class histogram would divide them." : ".");
            case FOREIGN_ARENAS ->
                more(arenas(), "arena")
                        + " of java.lang.foreign, and no more direct buffers; NMT has one figure for both.";
            case JVM_ARENAS -> categories(place);
            case ANONYMOUS_MAPPINGS ->
                "It is anonymous memory that is neither in NMT nor in glibc's malloc; memory that was allocated before and"
                        + " is touched now counts here too, if the process mapped as much meanwhile.";
            case MAPPED_FILES -> most("Files that grew most: ", first.files(), last.files(), Amounts::bytes);
            case PLATFORM_THREADS -> (counted(NmtCategory.THREAD, "threads", "threads") + " " + threadNames()).strip();
            case METASPACE -> (counted(NmtCategory.CLASS, "classes", "classes") + " " + categories(place)).strip();
            default -> "";
        };
    }

    private String categories(Place place) {
        return most(
                "NMT's categories whose malloc grew most: ",
                nmtFirst.mallocOf(place),
                nmtLast.mallocOf(place),
                Amounts::bytes);
    }

    private String threadNames() {
        return most(
                "Names that increased most, with N for each number: ",
                first.snapshot().threadNames(),
                last.snapshot().threadNames(),
                Amounts::count);
    }

    private static String more(long count, String what) {
        return count == 1 ? "There was one more " + what : "There were " + Amounts.count(count) + " more " + what + "s";
    }

    private String classes(Place place) {
        String grown = live == null ? "" : live.grownMost(place);
        return grown.isEmpty() ? "" : "The classes that grew most: " + grown + ".";
    }

    private String counted(String category, String of, String words) {
        long before = nmtFirst.count(category, of);
        long after = nmtLast.count(category, of);
        return before < 0 || after < 0
                ? ""
                : "There were " + Amounts.count(after) + " " + words + ", after " + Amounts.count(before) + ".";
    }

    /** Those that grew most, without what grew by next to nothing beside them. */
    private static String most(
            String begin, Map<String, Long> before, Map<String, Long> after, LongFunction<String> words) {
        Map<String, Long> grown = new HashMap<>();
        after.forEach((name, bytes) -> {
            long change = bytes - before.getOrDefault(name, 0L);
            if (change > 0) {
                grown.put(name, change);
            }
        });
        long largest = grown.values().stream().mapToLong(Long::longValue).max().orElse(0);
        String most = new TreeMap<>(grown)
                .entrySet().stream()
                        .filter(one -> one.getValue() >= largest / MIN_SHARE)
                        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                        .limit(NAMED)
                        .map(one -> one.getKey() + " by " + words.apply(one.getValue()))
                        .collect(Collectors.joining(", "));
        return most.isEmpty() ? "" : begin + most + ".";
    }
}
