package dev.loomweight.memory.reconcile;

import dev.loomweight.memory.Part;
import dev.loomweight.memory.Part.Kind;
import dev.loomweight.memory.reconcile.MemoryMoment.Precision;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The resident memory of each part. No part has more than is surely its own, so none is negative and all together are the
 * resident memory of the process; what may be of several parts is one of its own. All amounts are in bytes.
 */
final class ResidentParts {

    /** The JVM's mappings that are anonymous and whose owners smaps does not tell. */
    private static final List<Part> HIDDEN = List.of(Part.STACKS, Part.CLASSES, Part.CODE, Part.GC, Part.VM);

    private final Map<Part, Long> bytes = new EnumMap<>(Part.class);
    private final Map<Part, Long> account = new EnumMap<>(Part.class);
    private final Map<Part, String> labels = new EnumMap<>(Part.class);
    private final Set<Part> unknown = EnumSet.noneOf(Part.class);
    private final Snapshot snapshot;
    private final RecordedFigures recorded;
    private final Map<Part, Long> committed;
    private final boolean nmt;
    private final Precision precision;
    /** What has the malloc that NMT does not count; of a text that lacks categories, it can be theirs as well. */
    private final Part untracked;

    private ResidentParts(
            Snapshot snapshot, RecordedFigures recorded, Map<Part, Long> committed, long total, Precision precision) {
        this.snapshot = snapshot;
        this.recorded = recorded;
        this.committed = committed;
        this.nmt = snapshot.nmt() != null || !recorded.nmt().isEmpty();
        this.precision = precision;
        NmtDigest digest = snapshot.nmt();
        boolean cut = digest != null && digest.missing().isOfCategories();
        this.untracked = cut ? Part.ANY_MALLOC : Part.NATIVE;
        if (cut) {
            labels.put(Part.ANY_MALLOC, "malloc that the text of NMT has not (JVM and native code)");
        }
        ResidentByPart residence = snapshot.residentByPart();
        if (precision == Precision.AS_COMMITTED && nmt) {
            asCommitted(total);
        } else if (precision == Precision.AS_COMMITTED) {
            put(Part.LIBRARIES, Math.min(total, snapshot.fileBytes()));
            unknown.addAll(HIDDEN);
            unknown.add(Part.HEAP);
            untracked(total - bytes(Part.LIBRARIES), List.of());
        } else if (precision != Precision.UNKNOWN && residence != null) {
            byMapping(residence);
        }
    }

    /**
     * Divides the resident memory.
     *
     * @param committed what NMT counts, or what else is known of it
     * @param total the resident memory, or -1 where it is not known
     */
    static ResidentParts of(Snapshot snapshot, RecordedFigures recorded, Map<Part, Long> committed, long total) {
        ResidentByPart residence = snapshot.residentByPart();
        Precision precision = total < 0
                ? Precision.UNKNOWN
                : residence == null
                        ? Precision.AS_COMMITTED
                        : residence.ownersKnown() ? Precision.BY_MAPPING : Precision.BY_NAME;
        return new ResidentParts(snapshot, recorded, committed, total, precision);
    }

    private void byMapping(ResidentByPart residence) {
        for (Part part : Part.values()) {
            if (part.kind() == Kind.MAPPED || part.kind() == Kind.FILE || part == Part.JOINED) {
                put(part, residence.of(part));
            }
        }
        if (residence.of(Part.JOINED) > 0) {
            label(Part.JOINED, "joined by the kernel: ", residence.joined(), "");
            hide(residence.joined().stream().filter(part -> part.kind() != Kind.MALLOC));
        }
        if (precision == Precision.BY_NAME) {
            hide(Stream.concat(HIDDEN.stream(), Stream.of(Part.HEAP)));
        }
        if (nmt) {
            tracked(residence);
        } else {
            untracked(residence.anonymous(), residence.allocators());
        }
        if (precision == Precision.BY_MAPPING) {
            allocated(residence.anonymous());
        }
        if (residence.of(Part.JOINED) > 0) {
            // Malloc is known by now, as far as anything is.
            hide(residence.joined().stream());
        }
    }

    /** What has nothing of its own is not 0: it is within a part that is not divided. */
    private void hide(Stream<Part> parts) {
        parts.filter(part -> bytes(part) == 0).forEach(unknown::add);
    }

    /**
     * Anonymous memory, with NMT: the malloc that NMT counts, then the malloc that glibc counts in addition, then freed
     * blocks that glibc retains. A rest is unaccounted for.
     */
    private void tracked(ResidentByPart residence) {
        if (precision == Precision.BY_NAME && counted() + beyond(residence) > residence.anonymous()) {
            littleDivided(residence.anonymous(), beyond(residence));
            return;
        }
        long left = blocks(residence.anonymous(), beyond(residence));
        boolean foreign = isForeign(residence.allocators());
        long freed = foreign ? 0 : freed(residence, left);
        if (precision == Precision.BY_NAME) {
            left -= touched(left - freed);
            // All that the JVM mapped: the rest can be neither that nor its malloc.
            long most = hiddenCommitted();
            long mapped = foreign ? left : Math.min(left - freed, most);
            put(Part.UNDIVIDED, mapped);
            label(Part.UNDIVIDED, "", hidden(), (foreign ? ", " + names(residence) : "") + " (not divided)");
            left -= mapped;
        } else if (foreign) {
            put(Part.ALLOCATOR, left);
            labels.put(Part.ALLOCATOR, names(residence) + ": native code, freed");
            unknown.add(Part.REMAINDER);
            left = 0;
        } else if (!snapshot.mallocLive().isKnown()) {
            put(Part.UNDIVIDED, left);
            labels.put(Part.UNDIVIDED, "malloc of native code, freed (not divided)");
            unknown.add(Part.REMAINDER);
            left = 0;
        }
        long kept = Math.min(left, snapshot.mallocFree().orElse(freed));
        put(Part.RETAINED, kept);
        left -= kept;
        if (!foreign
                && snapshot.mallocLive().isKnown()
                && !snapshot.mallocFree().isKnown()
                && left > 0) {
            // What glibc has freed is known as far as its arenas are recognized.
            label(
                    Part.UNDIVIDED,
                    "",
                    bytes(Part.UNDIVIDED) > 0 ? hidden() : Set.of(),
                    (bytes(Part.UNDIVIDED) > 0 ? ", " : "") + "freed malloc, mappings of native code (not divided)");
            put(Part.UNDIVIDED, bytes(Part.UNDIVIDED) + left);
            unknown.add(Part.REMAINDER);
            left = 0;
        }
        put(Part.REMAINDER, left);
        if (bytes(Part.UNDIVIDED) > 0 && left == 0) {
            unknown.add(Part.REMAINDER);
        }
    }

    /** What is surely freed and retained: what glibc's arenas have resident beyond all live blocks, as far as it says. */
    private long freed(ResidentByPart residence, long left) {
        if (!snapshot.mallocLive().isKnown()) {
            return 0;
        }
        long beyondLive = Math.clamp(residence.arenas() - counted() - beyond(residence), 0, left);
        return Math.min(beyondLive, snapshot.mallocFree().orElse(beyondLive));
    }

    /**
     * Without owners, what the JVM touches as it commits it is booked as committed: stacks, whose figure the JVM asks of the
     * kernel, and metaspace (measured on 11 and 17: 94 to 100 % of it is resident where it is more than some MB).
     *
     * @param left the resident memory that the JVM may have mapped
     * @return what was booked of it
     */
    private long touched(long left) {
        NmtDigest digest = snapshot.nmt();
        if (digest == null) {
            return 0;
        }
        long stacks = Math.clamp(committed.getOrDefault(Part.STACKS, 0L) - digest.guardBytesOrEstimate(), 0, left);
        long classes = Math.min(committed.getOrDefault(Part.CLASSES, 0L), left - stacks);
        book(Part.STACKS, stacks);
        book(Part.CLASSES, classes);
        return stacks + classes;
    }

    private void book(Part part, long held) {
        if (held > 0) {
            put(part, held);
            unknown.remove(part);
        }
    }

    /**
     * More was allocated than is resident, and the JVM mapped other parts in addition: of a part, only that is known which must
     * be resident if all others are.
     */
    private void littleDivided(long anonymous, long beyond) {
        Set<Part> named = EnumSet.of(Part.MALLOC_JVM, untracked);
        named.addAll(hidden());
        committed.forEach((part, held) -> {
            if (part == Part.DIRECT && held > 0) {
                named.add(part);
            }
            if (part.kind() == Kind.JVM_MALLOC) {
                unknown.add(part);
            }
        });
        unknown.addAll(named);
        unknown.add(Part.REMAINDER);
        named.remove(untracked);
        long most = hiddenCommitted();
        long surplus = most + counted() + beyond - anonymous;
        long left = anonymous;
        left -= sure(Part.DIRECT, direct(), surplus, left);
        left -= sure(untracked, beyond, surplus, left);
        put(Part.UNDIVIDED, left);
        label(Part.UNDIVIDED, "", named, " (not divided)");
    }

    /** The parts that are in anonymous memory without an owner. */
    private Set<Part> hidden() {
        return unknown.stream()
                .filter(part -> part.kind() == Kind.MAPPED && (!nmt || committed.getOrDefault(part, 0L) > 0))
                .collect(Collectors.toSet());
    }

    /** The most that these parts can have resident. */
    private long hiddenCommitted() {
        return hidden().stream()
                .mapToLong(part -> committed.getOrDefault(part, 0L))
                .sum();
    }

    /** Anonymous memory without NMT: memory of the JVM and of native code cannot be distinguished. */
    private void untracked(long memory, List<String> allocators) {
        String why = snapshot.isNmtOff() ? "NMT is off" : "without NMT";
        long left = memory;
        long direct =
                recorded.direct() == null ? 0 : Math.min(left, recorded.direct().usedBytes());
        put(Part.DIRECT, direct);
        left -= direct;
        boolean foreign = isForeign(allocators);
        // More than is resident is not all touched, and then nothing tells it from what the JVM maps.
        boolean known = !foreign
                && snapshot.mallocLive().isKnown()
                && snapshot.mallocLive().known() - direct <= left;
        String malloc = foreign ? String.join(", ", allocators) : "malloc";
        if (known) {
            long live = Math.max(0, snapshot.mallocLive().known() - direct);
            put(Part.ANY_MALLOC, live);
            labels.put(Part.ANY_MALLOC, "malloc (JVM and native code; " + why + ")");
            left -= live;
        }
        put(Part.UNDIVIDED, left);
        Set<Part> others = hidden();
        others.remove(Part.VM);
        label(
                Part.UNDIVIDED,
                known ? "" : malloc + " (JVM and native code), ",
                others,
                (known ? ", freed malloc" : "") + " (not divided; " + why + ")");
        unknown.add(Part.REMAINDER);
    }

    /**
     * Books the blocks from malloc. If more is allocated than is resident, it is not known of which block a page was never
     * touched: then of each owner only that counts which must be resident if all others are.
     *
     * @param anonymous the resident memory that malloc may have
     * @param beyond the live blocks of native code
     * @return the rest of the memory
     */
    private long blocks(long anonymous, long beyond) {
        Map<Part, Long> own = new EnumMap<>(Part.class);
        committed.forEach((part, held) -> {
            if (part.kind() == Kind.JVM_MALLOC) {
                own.put(part, held);
            }
        });
        long jvm = own.values().stream().mapToLong(Long::longValue).sum();
        long direct = direct();
        long surplus = jvm + direct + beyond - anonymous;
        if (surplus <= 0) {
            own.forEach(this::put);
            put(Part.DIRECT, direct);
            put(untracked, beyond);
            return -surplus;
        }
        unknown.addAll(own.keySet());
        // The JDK writes zeros into a direct buffer when it makes it, so the buffers that JFR counts are touched.
        long zeroed = recorded.direct() == null
                ? 0
                : Math.min(direct, recorded.direct().usedBytes());
        long left = anonymous;
        left -= sure(Part.DIRECT, direct, Math.min(surplus, direct - zeroed), left);
        left -= sure(Part.MALLOC_JVM, jvm, surplus, left);
        left -= sure(untracked, beyond, surplus, left);
        put(Part.TOUCHED, left);
        return 0;
    }

    private long sure(Part part, long held, long surplus, long left) {
        long sure = Math.clamp(held - surplus, 0, left);
        put(part, sure);
        if (sure == 0 && held > 0) {
            unknown.add(part);
        } else {
            unknown.remove(part);
        }
        return sure;
    }

    private long direct() {
        boolean any = committed.keySet().stream().anyMatch(part -> part.kind() == Kind.JVM_MALLOC);
        long direct = committed.getOrDefault(Part.DIRECT, 0L);
        return direct == 0 && !any && recorded.direct() != null
                ? recorded.direct().usedBytes()
                : direct;
    }

    /** The malloc that glibc counts and NMT does not. */
    private long beyond(@Nullable ResidentByPart residence) {
        boolean foreign = residence != null && isForeign(residence.allocators());
        return foreign ? 0 : Math.max(0, snapshot.mallocLive().orElse(0) - counted());
    }

    /** The malloc that NMT counts. */
    private long counted() {
        return direct()
                + committed.entrySet().stream()
                        .filter(part -> part.getKey().kind() == Kind.JVM_MALLOC)
                        .mapToLong(Map.Entry::getValue)
                        .sum();
    }

    /** Whether another malloc than glibc's serves the JVM: its library is loaded, and glibc has less than the JVM uses. */
    private boolean isForeign(List<String> allocators) {
        return !allocators.isEmpty()
                && (!snapshot.mallocLive().isKnown()
                        || snapshot.mallocLive().known() < Math.max(counted() / 2, 1 << 20));
    }

    private static String names(ResidentByPart residence) {
        return String.join(", ", residence.allocators());
    }

    /** The account in which malloc counts as allocated. */
    private void allocated(long anonymous) {
        account.putAll(bytes);
        Stream.of(Part.TOUCHED, Part.MALLOC_JVM).forEach(account::remove);
        committed.forEach((part, held) -> {
            if (part.kind() == Kind.JVM_MALLOC || part == Part.DIRECT) {
                account.put(part, held);
            }
        });
        ResidentByPart residence = snapshot.residentByPart();
        long beyond = nmt ? beyond(residence) : 0;
        account.put(Part.DIRECT, direct());
        account.put(untracked, beyond);
        account.put(Part.UNTOUCHED, nmt ? Math.min(0, anonymous - counted() - beyond) : 0);
    }

    /**
     * Without the mappings, each part is taken as committed, without guard pages. The heap, which is touched last, is taken
     * as the rest, but not less than its use. If that is more than is resident, some parts are not resident as committed,
     * and nothing says which: then only files, stacks and the JVM's malloc are booked, as far as they fit.
     */
    private void asCommitted(long total) {
        long files = Math.min(total, snapshot.fileBytes());
        Map<Part, Long> parts = new EnumMap<>(committed);
        NmtDigest digest = snapshot.nmt();
        if (digest != null) {
            parts.computeIfPresent(Part.STACKS, (part, held) -> Math.max(0, held - digest.guardBytesOrEstimate()));
        }
        long beyond = beyond(null);
        long most = parts.getOrDefault(Part.HEAP, 0L);
        long least = Math.min(most, MemoryMoment.heapUsed(snapshot, recorded).orElse(0));
        parts.remove(Part.HEAP);
        long sum = files
                + beyond
                + parts.values().stream().mapToLong(Long::longValue).sum();
        put(Part.LIBRARIES, files);
        if (sum + least > total) {
            onlyFirm(total - files, parts, most);
            return;
        }
        parts.forEach(this::put);
        long heap = Math.clamp(total - sum, least, most);
        put(Part.HEAP, heap);
        put(untracked, beyond);
        long left = total - sum - heap;
        long kept = Math.min(left, snapshot.mallocFree().orElse(0));
        put(Part.RETAINED, kept);
        put(Part.REMAINDER, left - kept);
    }

    private void onlyFirm(long left, Map<Part, Long> parts, long heap) {
        Set<Part> loose = EnumSet.noneOf(Part.class);
        if (heap > 0) {
            loose.add(Part.HEAP);
        }
        long rest = left;
        long stacks = parts.getOrDefault(Part.STACKS, 0L);
        if (stacks <= rest) {
            put(Part.STACKS, stacks);
            rest -= stacks;
        } else {
            loose.add(Part.STACKS);
        }
        // The guard pages without NMT detail are the most that there can be.
        boolean most = snapshot.nmt() == null || snapshot.nmt().guardBytes() < 0;
        for (Map.Entry<Part, Long> part : parts.entrySet()) {
            if (part.getKey() != Part.STACKS && part.getValue() > 0) {
                loose.add(part.getKey());
            }
        }
        unknown.addAll(loose);
        unknown.add(Part.REMAINDER);
        put(Part.UNDIVIDED, rest);
        Set<Part> named = most && stacks > 0 ? EnumSet.of(Part.STACKS) : EnumSet.noneOf(Part.class);
        loose.forEach(part -> named.add(part.kind() == Kind.JVM_MALLOC ? Part.MALLOC_JVM : part));
        label(Part.UNDIVIDED, "", named, " (not divided)");
    }

    private void put(Part part, long held) {
        bytes.put(part, held);
    }

    private void label(Part part, String before, Set<Part> parts, String after) {
        labels.put(
                part,
                parts.stream()
                        .sorted()
                        .map(one -> one == Part.ANY_MALLOC ? "malloc" : one.shortLabel())
                        .collect(Collectors.joining(", ", before, after)));
    }

    Precision precision() {
        return precision;
    }

    long bytes(Part part) {
        return bytes.getOrDefault(part, 0L);
    }

    long account(Part part) {
        return account.getOrDefault(part, 0L);
    }

    boolean isKnown(Part part) {
        return precision != Precision.UNKNOWN && !unknown.contains(part);
    }

    String label(Part part) {
        return labels.getOrDefault(part, part.label());
    }
}
