package dev.loomweight.memory.footprint;

import dev.loomweight.sample.JvmTexts.SystemMap;
import dev.loomweight.sample.ProcTexts.Smaps;
import dev.loomweight.sample.ProcTexts.Smaps.Mapping;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The mappings of a process in which each page counts once. RSS counts a page as often as the process maps it: ZGC without
 * generations (JDK 11 to 23) maps its heap three times, and a program may map one file several times.
 *
 * @param mappings in the order of addresses; of a file that is mapped several times, each mapping has a share of what is
 *     resident of the file, so that all together are what they hold
 * @param againBytes what RSS counts in addition, in bytes
 */
public record CountedOnce(List<Mapping> mappings, long againBytes) {

    /** The file that holds ZGC's heap, in memory; the name of a file that was deleted has a note after it. */
    private static final String HEAP_FILE = "/memfd:java_heap";

    public CountedOnce {
        mappings = List.copyOf(mappings);
    }

    /** Whether a mapping of that name holds ZGC's heap. */
    public static boolean isHeapFile(String name) {
        return name.startsWith(HEAP_FILE);
    }

    /** Whether {@code /proc/PID/maps} has a mapping of such a file. */
    public static boolean isHeapMapped(String maps) {
        return maps.contains(" " + HEAP_FILE);
    }

    /** What is resident of ZGC's heap, each page once, in bytes; 0 if it is not a file. */
    public long heapBytes() {
        return mappings.stream()
                .filter(mapping -> isHeapFile(mapping.name()))
                .mapToLong(Mapping::residentBytes)
                .sum();
    }

    /** The kernel's account. */
    public static CountedOnce of(Smaps smaps) {
        return of(smaps.mappings());
    }

    /**
     * The JVM's copy of it, which has neither offsets nor shares. ZGC's views of the heap differ in the highest bit of the
     * address alone: what is below it is the place in the heap.
     */
    public static CountedOnce of(SystemMap map) {
        return of(map.mappings().stream()
                .map(one -> new Mapping(
                        one.from(),
                        one.to(),
                        one.protection(),
                        one.file().equals("-") ? "" : one.file(),
                        one.residentBytes(),
                        0,
                        0,
                        0,
                        -1,
                        isHeapFile(one.file()) ? one.file() : "",
                        one.from() & ~Long.highestOneBit(one.from())))
                .toList());
    }

    private static CountedOnce of(List<Mapping> all) {
        Map<String, List<Mapping>> files = new LinkedHashMap<>();
        for (Mapping mapping : all) {
            if (mapping.isShared()
                    && !mapping.file().isEmpty()
                    && mapping.residentBytes() > 0
                    && mapping.to() > mapping.from()) {
                files.computeIfAbsent(mapping.file(), file -> new ArrayList<>()).add(mapping);
            }
        }
        Map<Mapping, Long> shares = new LinkedHashMap<>();
        files.values().forEach(file -> {
            long counted = resident(file);
            long held = Math.min(counted, held(file));
            if (held < counted) {
                share(file, held, counted, shares);
            }
        });
        if (shares.isEmpty()) {
            return new CountedOnce(all, 0);
        }
        List<Mapping> once = all.stream()
                .map(mapping -> {
                    Long share = shares.get(mapping);
                    return share == null ? mapping : mapping.withResident(share);
                })
                .toList();
        return new CountedOnce(once, resident(all) - resident(once));
    }

    private static long resident(List<Mapping> mappings) {
        return mappings.stream().mapToLong(Mapping::residentBytes).sum();
    }

    /** Divides what is held of a file by what is resident of its mappings; the sum is exact. */
    private static void share(List<Mapping> file, long held, long counted, Map<Mapping, Long> into) {
        long before = 0;
        long given = 0;
        for (Mapping mapping : file) {
            before += mapping.residentBytes();
            // The product of two amounts can exceed a long.
            long until = before == counted ? held : (long) ((double) held * before / counted);
            into.put(mapping, until - given);
            given = until;
        }
    }

    /**
     * What the mappings of a file hold of it. The kernel's proportional sizes add up to it where no other process maps the
     * file; where one does, they are less, and at least that counts which must be there by the places in the file.
     */
    private static long held(List<Mapping> file) {
        boolean proportional = file.stream().allMatch(mapping -> mapping.proportionalBytes() >= 0);
        long most = file.stream().mapToLong(Mapping::residentBytes).max().orElse(0);
        long byPlace = Math.max(most, byPlace(file, !proportional));
        return proportional
                ? Math.max(
                        byPlace,
                        file.stream().mapToLong(Mapping::proportionalBytes).sum())
                : byPlace;
    }

    /**
     * What is resident by the places in the file: between two bounds of mappings the one counts that has the most.
     *
     * @param evenly whether what is resident of a mapping is taken to be spread evenly in it; else that counts which must
     *     be resident there, however it is spread
     */
    private static long byPlace(List<Mapping> file, boolean evenly) {
        TreeMap<Long, List<Mapping>> begins = new TreeMap<>();
        TreeMap<Long, List<Mapping>> ends = new TreeMap<>();
        for (Mapping mapping : file) {
            begins.computeIfAbsent(mapping.offset(), place -> new ArrayList<>()).add(mapping);
            ends.computeIfAbsent(end(mapping), place -> new ArrayList<>()).add(mapping);
        }
        List<Long> bounds = new ArrayList<>(begins.keySet());
        bounds.addAll(ends.keySet());
        bounds.sort(Comparator.naturalOrder());
        TreeMap<Double, Integer> open = new TreeMap<>();
        long held = 0;
        long at = 0;
        for (long bound : bounds) {
            if (!open.isEmpty() && bound > at) {
                double most = open.lastKey();
                held += Math.round(evenly ? most * (bound - at) : Math.max(0, most + (bound - at)));
            }
            at = bound;
            begins.getOrDefault(bound, List.of()).forEach(one -> open.merge(weight(one, evenly), 1, Integer::sum));
            ends.getOrDefault(bound, List.of())
                    .forEach(one -> open.computeIfPresent(weight(one, evenly), (weight, n) -> n == 1 ? null : n - 1));
            begins.remove(bound);
            ends.remove(bound);
        }
        return held;
    }

    private static long end(Mapping mapping) {
        return mapping.offset() + mapping.to() - mapping.from();
    }

    /** What is resident of each byte; or less the size of the mapping, which is minus the bytes that are not. */
    private static double weight(Mapping mapping, boolean evenly) {
        long size = mapping.to() - mapping.from();
        return evenly ? (double) mapping.residentBytes() / size : mapping.residentBytes() - size;
    }
}
