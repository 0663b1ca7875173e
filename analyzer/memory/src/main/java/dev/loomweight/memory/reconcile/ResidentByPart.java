package dev.loomweight.memory.reconcile;

import dev.loomweight.memory.Part;
import dev.loomweight.memory.footprint.CountedOnce;
import dev.loomweight.sample.JvmTexts.HeapInfo;
import dev.loomweight.sample.JvmTexts.SystemMap;
import dev.loomweight.sample.ProcTexts.ResidentPages;
import dev.loomweight.sample.ProcTexts.Smaps;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Resident memory by part: the kernel has the size of each mapping, the JVM the owners. All amounts are in bytes.
 *
 * <p>The kernel joins neighbouring mappings of one kind, whoever made them, and {@code smaps} has one figure for all of it.
 * Of each owner, the pages that must be resident whatever the others have are booked: the resident size without the room
 * of all others. The pages of the JVM's regions, where the snapshot has them, divide the rest. What remains is booked to
 * none of them.
 */
public final class ResidentByPart {

    private static final Pattern ALLOCATOR =
            Pattern.compile("^lib(jemalloc|mimalloc|tcmalloc|hoard|snmalloc|rpmalloc)");

    /** What may be booked to the wrong owner of one mapping: 16 pages, or a 64th of what is resident of it up to 1 MB. */
    private static final long TOLERANCE_BYTES = 64 << 10;

    private static final int TOLERANCE_SHARE = 64;
    private static final long TOLERANCE_MOST = 1 << 20;

    /** Where ZGC of JDK 11 to 14 puts its mark stack on Linux x86-64, and the room that it leaves for it: 1 TB. */
    private static final long Z_MARK_STACK = 0x150000000000L;

    private static final long Z_MARK_STACK_MOST = 1L << 40;

    /** glibc's HEAP_MAX_SIZE on 64 bits. */
    private static final long ARENA_BYTES = 64L << 20;

    private final Map<Part, Long> resident = new EnumMap<>(Part.class);
    private final Map<Part, Long> room = new EnumMap<>(Part.class);
    private final Set<Part> joined = EnumSet.noneOf(Part.class);
    private final Map<String, Long> files = new HashMap<>();
    private final List<StackSizes.Stack> stacks = new ArrayList<>();
    private final Map<AddressOwners.Range, Long> ofStacks = new HashMap<>();
    private final Set<String> programs;
    private final boolean ownersKnown;
    private final boolean heapHasViews;
    private long anonymous;
    private final Map<Part, Long> hugeByPart = new EnumMap<>(Part.class);
    private long arenas;
    private long huge;
    private long swapped;

    private ResidentByPart(boolean ownersKnown, Set<String> programs, boolean heapHasViews) {
        this.ownersKnown = ownersKnown;
        this.programs = programs;
        this.heapHasViews = heapHasViews;
    }

    /**
     * Divides the mappings.
     *
     * @param smaps the kernel's account, or null; preferred, since the JVM takes its own later
     * @param map the JVM's copy of it, or null
     * @param nmt NMT's report, or null; its map of memory is preferred, since it is finer
     * @param pages the resident pages of NMT's map, or null
     * @param heap the heap's addresses, used if the JVM has no other account; or null
     * @return null where there is no account of mappings
     */
    static @Nullable ResidentByPart of(
            @Nullable Smaps smaps,
            @Nullable SystemMap map,
            @Nullable NmtDigest nmt,
            @Nullable ResidentPages pages,
            @Nullable HeapInfo heap) {
        CountedOnce once = smaps != null && !smaps.mappings().isEmpty()
                ? CountedOnce.of(smaps)
                : map != null ? CountedOnce.of(map) : new CountedOnce(List.of(), 0);
        List<Smaps.Mapping> mappings = once.mappings();
        if (mappings.isEmpty()) {
            return null;
        }
        AddressOwners regions = nmt == null ? AddressOwners.NONE : nmt.regions();
        AddressOwners tags = map == null ? AddressOwners.NONE : AddressOwners.of(map, heap);
        AddressOwners owners = !regions.isEmpty() ? regions : !tags.isEmpty() ? tags : AddressOwners.of(heap);
        ResidentByPart residence =
                new ResidentByPart(!regions.isEmpty() || !tags.isEmpty(), programs(mappings), hasViews(mappings));
        for (Smaps.Mapping mapping : mappings) {
            residence.add(mapping, owners, regions.isEmpty() ? null : pages);
        }
        residence.arenas = arenas(mappings);
        if (regions.isEmpty() && nmt != null) {
            residence.leaveStrangers(nmt);
        }
        residence.ofStacks.forEach((range, bytes) -> residence.stacks.add(new StackSizes.Stack(
                range.name().isEmpty() ? tags.stackAt(range.to() - 1) : range.name(),
                range.to() - range.from(),
                bytes)));
        return residence;
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

    private static long arenas(List<Smaps.Mapping> mappings) {
        long bytes = 0;
        for (int i = 0; i < mappings.size(); i++) {
            Smaps.Mapping mapping = mappings.get(i);
            boolean arena = isArena(mapping, i + 1 < mappings.size() ? mappings.get(i + 1) : null);
            bytes += arena || mapping.name().equals("[heap]") ? mapping.residentBytes() : 0;
        }
        return bytes;
    }

    private static boolean isArena(Smaps.Mapping mapping, Smaps.@Nullable Mapping next) {
        long end = mapping.from() + ARENA_BYTES;
        return mapping.name().isEmpty()
                && mapping.protection().startsWith("rw")
                && mapping.from() % ARENA_BYTES == 0
                && (mapping.to() == end
                        || (next != null
                                && next.from() == mapping.to()
                                && next.to() == end
                                && next.name().isEmpty()
                                && next.protection().startsWith("---")));
    }

    /** Whether ZGC's heap is mapped in the second of its views, by which the collectors without generations are known. */
    private static boolean hasViews(List<Smaps.Mapping> mappings) {
        return mappings.stream()
                        .filter(mapping -> CountedOnce.isHeapFile(mapping.name()))
                        .mapToLong(mapping -> Long.highestOneBit(mapping.from()))
                        .distinct()
                        .count()
                > 1;
    }

    /** Whether it is ZGC's mark stack on JDK 11 to 14, which no account of the JVM has. */
    private boolean isMarkStack(Smaps.Mapping mapping) {
        return heapHasViews
                && mapping.name().isEmpty()
                && mapping.from() >= Z_MARK_STACK
                && mapping.from() < Z_MARK_STACK + Z_MARK_STACK_MOST;
    }

    private void add(Smaps.Mapping mapping, AddressOwners owners, @Nullable ResidentPages pages) {
        huge += mapping.hugeBytes();
        swapped += mapping.swappedBytes();
        if (mapping.residentBytes() == 0 && mapping.protection().startsWith("---")) {
            return;
        }
        if (isMarkStack(mapping)) {
            resident.merge(Part.GC, mapping.residentBytes(), Long::sum);
            return;
        }
        Map<Set<Part>, Claim> claims = new LinkedHashMap<>();
        long unclaimed = mapping.to() - mapping.from();
        for (AddressOwners.Range range : owners.over(mapping.from(), mapping.to())) {
            Claim claim = claims.computeIfAbsent(range.parts(), Claim::new);
            long overlap = range.overlap(mapping.from(), mapping.to());
            claim.room += overlap;
            long found = pages == null || claim.pages < 0
                    ? -1
                    : pages.bytes(Math.max(range.from(), mapping.from()), Math.min(range.to(), mapping.to()));
            claim.pages = found < 0 ? -1 : claim.pages + found;
            claim.ranges.add(range);
            unclaimed -= overlap;
        }
        if (unclaimed > 0) {
            Claim rest = new Claim(Set.of());
            rest.room = unclaimed;
            rest.pages = -1;
            claims.put(rest.parts, rest);
        }
        divide(mapping, List.copyOf(claims.values()));
    }

    /** Gives each owner what is surely its own; the rest, if it is more than some pages, to none of them. */
    private void divide(Smaps.Mapping mapping, List<Claim> claims) {
        long left = mapping.residentBytes();
        if (claims.size() == 1) {
            claims.getFirst().sure = left;
            book(mapping.name(), claims.getFirst());
            bookHuge(mapping, claims.getFirst());
            return;
        }
        for (Claim claim : claims) {
            claim.sure = Math.clamp(claim.pages, 0, left);
            left -= claim.sure;
        }
        // The two are read one after the other: more may be resident than there was room for.
        long open = Math.max(left, claims.stream().mapToLong(Claim::open).sum());
        long rest = left;
        for (Claim claim : claims) {
            long sure = Math.max(0, left - (open - claim.open()));
            claim.sure += sure;
            rest -= sure;
        }
        if (rest > 0
                && !claims.isEmpty()
                && rest <= Math.clamp(mapping.residentBytes() / TOLERANCE_SHARE, TOLERANCE_BYTES, TOLERANCE_MOST)) {
            claims.stream().max(Comparator.comparingLong(Claim::open)).orElseThrow().sure += rest;
        } else if (rest > 0) {
            resident.merge(Part.JOINED, rest, Long::sum);
            for (Claim claim : claims) {
                joined.addAll(claim.parts.isEmpty() ? Set.of(Part.ANY_MALLOC) : claim.parts);
            }
        }
        claims.forEach(claim -> book(mapping.name(), claim));
    }

    private void bookHuge(Smaps.Mapping mapping, Claim claim) {
        if (mapping.hugeBytes() > 0 && claim.parts.size() == 1) {
            hugeByPart.merge(claim.parts.iterator().next(), mapping.hugeBytes(), Long::sum);
        }
    }

    private void book(String name, Claim claim) {
        if (claim.parts.isEmpty()) {
            addUnowned(name, claim.sure);
        } else if (claim.parts.size() > 1) {
            if (claim.sure > 0) {
                resident.merge(Part.JOINED, claim.sure, Long::sum);
                joined.addAll(claim.parts);
            }
        } else {
            Part part = claim.parts.iterator().next();
            resident.merge(part, claim.sure, Long::sum);
            room.merge(part, claim.room, Long::sum);
            if (part == Part.STACKS) {
                long all = claim.ranges.stream()
                        .mapToLong(range -> range.to() - range.from())
                        .sum();
                claim.ranges.forEach(range -> ofStacks.merge(
                        range, Math.round((double) claim.sure * (range.to() - range.from()) / all), Long::sum));
            }
        }
    }

    /**
     * System.map names the owners of a mapping, and the kernel may have joined it with memory that the JVM does not know.
     * If the mappings of an owner have more room than NMT counts, the surplus is a stranger's.
     */
    private void leaveStrangers(NmtDigest nmt) {
        Map<Part, Long> reserved = nmt.reservedByPart();
        Map<Part, Long> committed = nmt.committedByPart();
        room.forEach((part, bytes) -> {
            if (part == Part.HEAP || joined.contains(part)) {
                return;
            }
            Map<Part, Long> counted = part == Part.STACKS ? reserved : committed;
            long strange = bytes - counted.getOrDefault(part, 0L);
            long rest = Math.min(strange, of(part));
            if (rest > TOLERANCE_BYTES) {
                resident.merge(part, -rest, Long::sum);
                resident.merge(Part.JOINED, rest, Long::sum);
                joined.add(part);
                joined.add(Part.ANY_MALLOC);
            }
        });
    }

    /** What is known of one owner's share of a mapping. */
    private static final class Claim {
        private final Set<Part> parts;
        private final List<AddressOwners.Range> ranges = new ArrayList<>();
        private long room;
        private long pages;
        private long sure;

        /** @param parts the owner; none for memory that the JVM does not know */
        Claim(Set<Part> parts) {
            this.parts = parts;
        }

        /** Its room if its pages are not known, else nothing. */
        long open() {
            return pages < 0 ? room : 0;
        }
    }

    private void addUnowned(String name, long bytes) {
        if (bytes == 0) {
            return;
        }
        if (name.isEmpty() || name.equals("[heap]") || name.startsWith("[anon:")) {
            anonymous += bytes;
        } else if (name.startsWith("[")) {
            resident.merge(Part.KERNEL, bytes, Long::sum);
        } else if (CountedOnce.isHeapFile(name)) {
            resident.merge(Part.HEAP, bytes, Long::sum);
        } else if (name.endsWith(".jsa")) {
            resident.merge(Part.ARCHIVE, bytes, Long::sum);
        } else if (isOfPrograms(name)) {
            resident.merge(Part.LIBRARIES, bytes, Long::sum);
        } else {
            resident.merge(Part.FILES, bytes, Long::sum);
            files.merge(name, bytes, Long::sum);
        }
    }

    private boolean isOfPrograms(String name) {
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

    /** The owners among which {@link Part#JOINED} is not divided; {@link Part#ANY_MALLOC} for memory without an owner. */
    Set<Part> joined() {
        return joined;
    }

    /** The libraries of another malloc than glibc's that are loaded, such as {@code libjemalloc.so.2}, in order. */
    List<String> allocators() {
        return programs.stream()
                .map(name -> name.substring(name.lastIndexOf('/') + 1))
                .filter(name -> ALLOCATOR.matcher(name).find())
                .sorted()
                .toList();
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

    /** The same of one part, as far as its mappings are of it alone. */
    long huge(Part part) {
        return hugeByPart.getOrDefault(part, 0L);
    }

    /**
     * What is resident of glibc's arenas and of the heap that the kernel names, in bytes: live and freed blocks. Arenas other
     * than the first are mapped at multiples of 64 MB, and what they do not use of it is kept from use (HEAP_MAX_SIZE,
     * arena.c, glibc); some that are joined with a neighbour are not recognized.
     */
    long arenas() {
        return arenas;
    }

    /** Swapped memory. */
    public long swapped() {
        return swapped;
    }

    /** Whether ZGC maps its heap several times, as it does without generations. */
    public boolean heapHasViews() {
        return heapHasViews;
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
