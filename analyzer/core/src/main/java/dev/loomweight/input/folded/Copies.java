package dev.loomweight.input.folded;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
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

    // By name, those that count in another way than alone.
    private final TreeMap<String, Share> shares = new TreeMap<>();

    /** How one of them counts. */
    private static final class Share implements Serializable {
        private static final Share ALONE = new Share();

        private static final long serialVersionUID = 1L;

        private boolean leftOut;
        // Larger ones have it: a fold that is found later can leave out the fold that has a capture, or a recording in
        // pieces.
        private boolean certain;
        private boolean twice;
        private final TreeSet<Chunk> shared = new TreeSet<>();
        private final ArrayList<String> within = new ArrayList<>();
        private @Nullable TreeMap<String, String> labels;
        // Of one that is left out: its labels where they say another thing than those that count.
        private final TreeMap<String, String> otherLabels = new TreeMap<>();
    }

    private Copies() {}

    private Share of(String name) {
        return shares.getOrDefault(name, Share.ALONE);
    }

    private Share of(Held held) {
        return shares.computeIfAbsent(held.name(), name -> new Share());
    }

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
                Share share = copies.of(held);
                share.leftOut = true;
                share.certain = held.kind() != Kind.CAPTURE;
            } else {
                kept.add(held);
                taken.add(held.chunks(), held);
            }
        }
        copies.divide(kept, taken);
        copies.count(sorted, kept);
        return copies;
    }

    /** Counts each that is left out with one that stays. */
    private void count(List<Held> all, List<Held> kept) {
        ChunkHolders<Held> counted = new ChunkHolders<>();
        kept.stream().filter(held -> !isLeftOut(held.name())).forEach(held -> counted.add(held.chunks(), held));
        Map<Held, List<Held>> within = new LinkedHashMap<>();
        all.stream().filter(held -> isLeftOut(held.name())).forEach(held -> {
            Held in = counted.first(held.chunks().getFirst());
            if (in != null) {
                of(in).within.add(held.name());
                within.computeIfAbsent(in, key -> new ArrayList<>()).add(held);
            }
        });
        within.forEach(this::label);
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
            of(own).labels = new TreeMap<>(counted);
        }
        for (Held copy : inTurn) {
            copy.labels().forEach((name, value) -> {
                if (!value.equals(counted.getOrDefault(name, value))) {
                    of(copy).otherLabels.put(name, value);
                }
            });
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
                of(held).twice = true;
            } else if (held.kind() == Kind.RECORDING
                    && common.size() == held.chunks().size()) {
                of(held).leftOut = true;
            } else {
                of(held).shared.addAll(common);
            }
        }
    }

    /** Whether nothing counts in another way than alone. */
    public boolean isEmpty() {
        return shares.isEmpty();
    }

    /** Whether one counts in another way than alone. */
    public boolean concerns(String name) {
        return shares.containsKey(name);
    }

    /** Whether others have all of it. */
    public boolean isLeftOut(String name) {
        return of(name).leftOut;
    }

    /** Whether others have all of it, and will, whatever is compared in addition. */
    public boolean isCertain(String name) {
        return of(name).certain;
    }

    /** The names of those that others have. */
    public Set<String> leftOut() {
        return shares.keySet().stream().filter(this::isLeftOut).collect(Collectors.toCollection(TreeSet::new));
    }

    /** What of one is read with others; empty where all of it is to be read. */
    public Set<Chunk> shared(String name) {
        return Collections.unmodifiableSet(of(name).shared);
    }

    /** The names of those that are left out and are in this one, or begin in it. */
    public List<String> within(String name) {
        return Collections.unmodifiableList(of(name).within);
    }

    /** The labels that count for one that stays, where a copy of it has more than it has; else null. */
    public @Nullable Map<String, String> labels(String name) {
        return of(name).labels;
    }

    /** The labels of one that is left out that say another thing than those that count; empty where there are none. */
    public Map<String, String> otherLabels(String name) {
        return Collections.unmodifiableMap(of(name).otherLabels);
    }

    /** Whether it is a fold that is read although others have a part of it. */
    public boolean isTwice(String name) {
        return of(name).twice;
    }
}
