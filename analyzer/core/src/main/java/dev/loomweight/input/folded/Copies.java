package dev.loomweight.input.folded;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What recordings that are read one by one have in common, so that each chunk counts once: copies under another name, an
 * earlier dump of a recording that went on, a recording next to its fold. The largest stays, and of equal ones a fold,
 * which has all and is read sooner, then a capture, then the first name. One that has chunks of its own and some of others
 * is to be read without these; a fold cannot be. What it is of is what the one of them says that has the most labels.
 *
 * <p>What is left out depends on no order. Of some it is {@linkplain #isCertain certain} whatever others are found, so that
 * they need not be read.
 */
public final class Copies implements Serializable {

    private static final long serialVersionUID = 1L;

    private static final Comparator<Held> LARGEST_FIRST = Comparator.comparingInt(
                    (Held held) -> -held.chunks().size())
            .thenComparingLong(
                    held -> -held.chunks().stream().mapToLong(Chunk::bytes).sum())
            .thenComparing(Held::kind)
            .thenComparing(Held::name);

    private final TreeSet<String> leftOut = new TreeSet<>();
    // Of these, those that larger ones have: a fold that is found later can leave out the fold that has a capture, or a
    // recording in pieces.
    private final TreeSet<String> certain = new TreeSet<>();
    private final TreeMap<String, TreeSet<Chunk>> shared = new TreeMap<>();
    private final TreeMap<String, ArrayList<String>> within = new TreeMap<>();
    private final TreeSet<String> twice = new TreeSet<>();
    private final TreeMap<String, TreeMap<String, String>> labels = new TreeMap<>();
    // By the name of one that is left out: its labels where they say another thing than those that count.
    private final TreeMap<String, TreeMap<String, String>> otherLabels = new TreeMap<>();

    private Copies() {}

    /** What it is. */
    public enum Kind {
        /** A part of a fold file: all of it is read or nothing. */
        FOLD,
        /** A capture, which has more than its recordings: only another one, or a fold, can have all of it. */
        CAPTURE,
        /** A recording, whose chunks are read each by itself. */
        RECORDING
    }

    /**
     * One of them.
     *
     * @param name no other has it
     * @param kind what it is
     * @param chunks its chunks, each once; none where it has no recording, or cannot be read
     * @param labels what it is of, as far as that is known
     */
    public record Held(String name, Kind kind, List<Chunk> chunks, Map<String, String> labels) implements Serializable {

        private static final long serialVersionUID = 1L;

        // As in the addresses of files in jars.
        private static final String IN_FOLD = "!/";

        public Held {
            chunks = List.copyOf(new TreeSet<>(chunks));
            labels = Map.copyOf(labels);
        }

        /** One of which no labels are known. */
        public Held(String name, Kind kind, List<Chunk> chunks) {
            this(name, kind, chunks, Map.of());
        }

        /** The same with other labels. */
        public Held labelled(Map<String, String> other) {
            return new Held(name, kind, chunks, other);
        }

        /** The name of a part of a fold file: the recording that was folded may be there, too. */
        public static String nameOf(String fold, String path) {
            return fold + IN_FOLD + path;
        }

        /** The file that one of that name is read from. */
        public static String fileOf(String name) {
            int part = name.indexOf(IN_FOLD);
            return part < 0 ? name : name.substring(0, part);
        }

        /** Where a recording of that name is, or was when it was folded. */
        public static String pathOf(String name) {
            int part = name.indexOf(IN_FOLD);
            return part < 0 ? name : name.substring(part + IN_FOLD.length());
        }
    }

    /** Compares them; their order does not matter. */
    public static Copies among(Collection<Held> all) {
        List<Held> sorted = all.stream()
                .filter(held -> !held.chunks().isEmpty())
                .sorted(LARGEST_FIRST)
                .toList();
        Copies copies = new Copies();
        List<Held> kept = new ArrayList<>();
        ChunkHolders<Held> taken = new ChunkHolders<>();
        for (Held held : sorted) {
            boolean has = held.chunks().stream()
                    .allMatch(chunk -> taken.first(
                                    chunk,
                                    (other, by) -> chunk.isWithin(other)
                                            && (held.kind() != Kind.CAPTURE || by.kind() != Kind.RECORDING))
                            != null);
            if (has) {
                copies.leftOut.add(held.name());
                if (held.kind() != Kind.CAPTURE) {
                    copies.certain.add(held.name());
                }
            } else {
                kept.add(held);
                taken.add(held.chunks(), held);
            }
        }
        copies.divide(kept, taken);
        ChunkHolders<Held> counted = new ChunkHolders<>();
        kept.stream().filter(held -> !copies.leftOut.contains(held.name())).forEach(held -> counted.add(held.chunks(), held));
        sorted.stream().filter(held -> copies.leftOut.contains(held.name())).forEach(held -> {
            Held in = counted.first(held.chunks().getFirst());
            if (in != null) {
                copies.within
                        .computeIfAbsent(in.name(), key -> new ArrayList<>())
                        .add(held.name());
            }
        });
        Map<String, Held> byName = new HashMap<>();
        sorted.forEach(held -> byName.put(held.name(), held));
        copies.within.forEach((name, some) -> copies.label(
                Objects.requireNonNull(byName.get(name)),
                some.stream().map(byName::get).toList()));
        return copies;
    }

    /** Of one and its copies the labels of the one that has the most count; of equal ones its own, then the first by name. */
    private void label(Held own, List<Held> leftOutOf) {
        List<Held> inTurn = new ArrayList<>(leftOutOf);
        inTurn.sort(Comparator.comparing(Held::name));
        Held best = own;
        for (Held copy : inTurn) {
            best = copy.labels().size() > best.labels().size() ? copy : best;
        }
        Map<String, String> counted = best.labels();
        if (!best.equals(own)) {
            labels.put(own.name(), new TreeMap<>(counted));
        }
        for (Held copy : inTurn) {
            TreeMap<String, String> others = new TreeMap<>(copy.labels());
            others.entrySet()
                    .removeIf(label -> label.getValue().equals(counted.getOrDefault(label.getKey(), label.getValue())));
            if (!others.isEmpty()) {
                otherLabels.put(copy.name(), others);
            }
        }
    }

    /** Which of those that stay is read with what several have: a fold, then a capture, then the largest. */
    private void divide(List<Held> kept, ChunkHolders<Held> all) {
        List<Held> inTurn = new ArrayList<>(kept);
        inTurn.sort(Comparator.comparing(Held::kind));
        ChunkHolders<Held> before = new ChunkHolders<>();
        for (Held held : inTurn) {
            TreeSet<Chunk> common = new TreeSet<>();
            for (Chunk chunk : held.chunks()) {
                // A chunk that was not finished is in the one that was, whoever has that.
                if (before.first(chunk) != null
                        || all.first(chunk, (other, by) -> !chunk.equals(other) && chunk.isWithin(other)) != null) {
                    common.add(chunk);
                }
            }
            before.add(held.chunks(), held);
            if (common.isEmpty()) {
                continue;
            }
            if (held.kind() == Kind.FOLD) {
                twice.add(held.name());
            } else if (held.kind() == Kind.RECORDING
                    && common.size() == held.chunks().size()) {
                leftOut.add(held.name());
            } else {
                shared.put(held.name(), common);
            }
        }
    }

    /** Whether nothing counts in another way than alone. */
    public boolean isEmpty() {
        return leftOut.isEmpty() && shared.isEmpty() && twice.isEmpty();
    }

    /** Whether one counts in another way than alone. */
    public boolean concerns(String name) {
        return isLeftOut(name) || isTwice(name) || shared.containsKey(name) || within.containsKey(name);
    }

    /** Whether others have all of it. */
    public boolean isLeftOut(String name) {
        return leftOut.contains(name);
    }

    /** Whether others have all of it, and will, whatever is compared in addition. */
    public boolean isCertain(String name) {
        return certain.contains(name);
    }

    /** The names of those that others have. */
    public Set<String> leftOut() {
        return Collections.unmodifiableSet(leftOut);
    }

    /** What of one is read with others; empty where all of it is to be read. */
    public Set<Chunk> shared(String name) {
        Set<Chunk> common = shared.get(name);
        return common == null ? Set.of() : common;
    }

    /** The names of those that are left out and are in this one, or begin in it. */
    public List<String> within(String name) {
        List<String> names = within.get(name);
        return names == null ? List.of() : names;
    }

    /** The labels that count for one that stays, where a copy of it has more than it has; else null. */
    public @Nullable Map<String, String> labels(String name) {
        return labels.get(name);
    }

    /** The labels of one that is left out that say another thing than those that count; empty where there are none. */
    public Map<String, String> otherLabels(String name) {
        return otherLabels.getOrDefault(name, new TreeMap<>());
    }

    /** Whether it is a fold that is read although others have a part of it. */
    public boolean isTwice(String name) {
        return twice.contains(name);
    }
}
