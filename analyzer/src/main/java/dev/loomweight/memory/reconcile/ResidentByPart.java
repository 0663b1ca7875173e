package dev.loomweight.memory.reconcile;

import dev.loomweight.sample.HeapInfo;
import dev.loomweight.sample.Smaps;
import dev.loomweight.sample.SystemMap;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Resident memory by part: the kernel has the size of each mapping, the JVM the owners. All amounts are in bytes.
 *
 * <p>The kernel joins neighbouring mappings of one kind, whoever made them. The resident memory of such a mapping is divided
 * in proportion to the sizes of the owners' ranges in it.
 */
final class ResidentByPart {

    private final Map<Part, Long> resident = new EnumMap<>(Part.class);
    private final Map<String, Long> files = new HashMap<>();
    private final List<StackSizes.Stack> stacks = new ArrayList<>();
    private final boolean ownersKnown;
    private long total;
    private long anonymous;
    private long huge;
    private long swapped;

    private ResidentByPart(boolean ownersKnown) {
        this.ownersKnown = ownersKnown;
    }

    /**
     * Divides the mappings.
     *
     * @param smaps the kernel's account, or null; preferred, since the JVM takes its own later
     * @param map the JVM's copy of it, or null
     * @param regions NMT's map, or none; preferred, since it is finer
     * @param heap the heap's addresses, used if the JVM has no other account; or null
     * @return null where there is no account of mappings
     */
    static @Nullable ResidentByPart of(
            @Nullable Smaps smaps, @Nullable SystemMap map, AddressOwners regions, @Nullable HeapInfo heap) {
        List<Smaps.Mapping> mappings = smaps != null && !smaps.mappings().isEmpty()
                ? smaps.mappings()
                : map != null ? mappings(map) : List.of();
        if (mappings.isEmpty()) {
            return null;
        }
        AddressOwners tags = map == null ? AddressOwners.NONE : AddressOwners.of(map);
        AddressOwners owners = !regions.isEmpty() ? regions : !tags.isEmpty() ? tags : heapOf(heap);
        ResidentByPart residence = new ResidentByPart(!regions.isEmpty() || !tags.isEmpty());
        Set<String> programs = programs(mappings);
        Map<AddressOwners.Range, Long> ofStacks = new HashMap<>();
        for (Smaps.Mapping mapping : mappings) {
            residence.add(mapping, owners, programs, ofStacks);
        }
        ofStacks.forEach((range, bytes) -> residence.stacks.add(new StackSizes.Stack(
                range.name().isEmpty() ? tags.stackAt(range.to() - 1) : range.name(),
                range.to() - range.from(),
                bytes)));
        return residence;
    }

    private static AddressOwners heapOf(@Nullable HeapInfo heap) {
        return heap == null || heap.to() == 0
                ? AddressOwners.NONE
                : new AddressOwners(List.of(new AddressOwners.Range(heap.from(), heap.to(), Part.HEAP, "")));
    }

    private static List<Smaps.Mapping> mappings(SystemMap map) {
        return map.mappings().stream()
                .map(one -> new Smaps.Mapping(
                        one.from(),
                        one.to(),
                        one.protection(),
                        one.file().equals("-") ? "" : one.file(),
                        one.residentBytes(),
                        0,
                        0,
                        0))
                .toList();
    }

    /** Files with an executable mapping: their other mappings are data of programs too. */
    private static Set<String> programs(List<Smaps.Mapping> mappings) {
        Set<String> programs = new HashSet<>();
        for (Smaps.Mapping mapping : mappings) {
            if (mapping.name().startsWith("/") && mapping.protection().indexOf('x') >= 0) {
                programs.add(mapping.name());
            }
        }
        return programs;
    }

    private void add(
            Smaps.Mapping mapping,
            AddressOwners owners,
            Set<String> programs,
            Map<AddressOwners.Range, Long> ofStacks) {
        total += mapping.residentBytes();
        huge += mapping.hugeBytes();
        swapped += mapping.swappedBytes();
        long left = mapping.residentBytes();
        long size = mapping.to() - mapping.from();
        for (AddressOwners.Range range : owners.over(mapping.from(), mapping.to())) {
            long overlap = range.overlap(mapping.from(), mapping.to());
            long share = overlap == size
                    ? mapping.residentBytes()
                    : Math.min(left, Math.round((double) mapping.residentBytes() * overlap / Math.max(1, size)));
            left -= share;
            resident.merge(range.part(), share, Long::sum);
            if (range.part() == Part.STACKS) {
                ofStacks.merge(range, share, Long::sum);
            }
        }
        if (left > 0) {
            addUnowned(mapping.name(), programs, left);
        }
    }

    private void addUnowned(String name, Set<String> programs, long bytes) {
        if (name.isEmpty() || name.equals("[heap]") || name.startsWith("[anon:")) {
            anonymous += bytes;
        } else if (name.startsWith("[")) {
            resident.merge(Part.KERNEL, bytes, Long::sum);
        } else if (name.startsWith("/memfd:java_heap")) {
            resident.merge(Part.HEAP, bytes, Long::sum);
        } else if (name.endsWith(".jsa")) {
            resident.merge(Part.ARCHIVE, bytes, Long::sum);
        } else if (isOfPrograms(name, programs)) {
            resident.merge(Part.LIBRARIES, bytes, Long::sum);
        } else {
            resident.merge(Part.FILES, bytes, Long::sum);
            files.merge(name, bytes, Long::sum);
        }
    }

    private static boolean isOfPrograms(String name, Set<String> programs) {
        return programs.contains(name)
                || name.contains(".so")
                || name.endsWith("/lib/modules")
                || name.contains("/hsperfdata_")
                || name.startsWith("/usr/lib/locale/")
                || name.contains("/gconv/");
    }

    /** Whether the JVM has named the owners; otherwise stacks and the rest are anonymous memory. */
    boolean ownersKnown() {
        return ownersKnown;
    }

    /** All resident memory. */
    long total() {
        return total;
    }

    /** The resident memory of a part with mappings of its own. */
    long of(Part part) {
        return resident.getOrDefault(part, 0L);
    }

    /** Resident memory without file or owner, which malloc uses. */
    long anonymous() {
        return anonymous;
    }

    /** Resident memory in transparent huge pages. */
    long huge() {
        return huge;
    }

    /** Swapped memory. */
    long swapped() {
        return swapped;
    }

    /** The stack of each thread. */
    List<StackSizes.Stack> stacks() {
        return stacks;
    }

    /** The mapped files of the application, by name. */
    Map<String, Long> files() {
        return files;
    }
}
