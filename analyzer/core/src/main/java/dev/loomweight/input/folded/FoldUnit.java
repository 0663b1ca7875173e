package dev.loomweight.input.folded;

import dev.loomweight.capture.DataException;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.state.StateParts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/**
 * The fold of one process, as bytes, and as states and samples. The bytes are written once and copied from file to file; each section is
 * compressed by itself and has a checksum. The same states, and the same samples in any order, give the same bytes.
 */
public final class FoldUnit {

    /** A section may unpack to that many bytes; a recording's take far less. */
    private static final int MAX_BYTES = 1 << 26;

    /** The kinds of sample by their names in files. */
    static final Map<String, Class<? extends Sample>> KINDS =
            Sample.kinds().stream().collect(Collectors.toUnmodifiableMap(Class::getSimpleName, kind -> kind));

    private final String file;
    private final Map<UnitSection, Packed> sections = new EnumMap<>(UnitSection.class);
    private final UnitHead head;

    /** A sample, by the place of its origin. */
    private record Placed(int origin, Sample sample) {}

    private FoldUnit(String file, Map<UnitSection, Packed> sections, UnitHead head) {
        this.file = file;
        this.sections.putAll(sections);
        this.head = head;
    }

    /** Takes states and samples. */
    public static final class Builder {
        private final Map<Origin, Integer> origins = new TreeMap<>(Comparator.comparing(Origin::toString));
        private final List<Map.Entry<Origin, Sample>> samples = new ArrayList<>();
        private final List<StateParts> states = new ArrayList<>();

        /** None yet. */
        public Builder() {}

        /** Adds an origin of an input. */
        public void add(Origin origin) {
            origins.putIfAbsent(origin, 0);
        }

        /** Adds a sample. */
        public void add(Origin origin, Sample sample) {
            add(origin);
            samples.add(Map.entry(origin, sample));
        }

        /** Adds a state; of one kind, several are one together. */
        public void add(StateParts parts) {
            states.add(parts);
        }

        /** The origins, in the order in which the head has them. */
        public List<Origin> origins() {
            return List.copyOf(origins.keySet());
        }

        /** All of it, with its head. */
        public FoldUnit build(UnitHead head) {
            for (int i = 0; i < head.origins().size(); i++) {
                origins.put(head.origins().get(i), i);
            }
            Map<String, List<Placed>> byKind = new TreeMap<>();
            samples.forEach(entry -> byKind.computeIfAbsent(
                            entry.getValue().getClass().getSimpleName(), any -> new ArrayList<>())
                    .add(new Placed(origins.getOrDefault(entry.getKey(), 0), entry.getValue())));
            Map<UnitSection, Packed> sections = new EnumMap<>(UnitSection.class);
            sections.put(UnitSection.HEAD, packed(head));
            for (UnitSection section : UnitSection.values()) {
                List<String> names = byKind.keySet().stream()
                        .filter(name -> section.hasSamples() && UnitSection.of(kind(name)) == section)
                        .toList();
                if (!names.isEmpty()) {
                    sections.put(section, pack(names, byKind));
                }
                Class<? extends StateParts> state = section.state();
                if (state != null && states.stream().anyMatch(state::isInstance)) {
                    sections.put(section, pack(state));
                }
            }
            return new FoldUnit("", sections, head);
        }

        private Packed pack(Class<? extends StateParts> state) {
            SectionPools.Writing pools = new SectionPools.Writing();
            ByteSink body = new ByteSink();
            Column column = Columns.of(state);
            List<Object> all = states.stream()
                    .filter(state::isInstance)
                    .<Object>map(parts -> parts)
                    .toList();
            body.raw(Bytes.of(Description.fingerprint(column)));
            body.unsigned(all.size());
            column.write(new ColumnWriter(body, pools), all);
            return Packed.of(pools, body, Deflater.BEST_COMPRESSION);
        }

        private static Packed pack(List<String> names, Map<String, List<Placed>> byKind) {
            SectionPools.Writing pools = new SectionPools.Writing();
            ByteSink body = new ByteSink();
            body.unsigned(names.size());
            for (String name : names) {
                List<Placed> all = inOrder(byKind.getOrDefault(name, List.of()));
                byte[] utf = name.getBytes(StandardCharsets.UTF_8);
                body.unsigned(utf.length);
                body.raw(utf);
                Column column = Columns.of(kind(name));
                body.raw(Bytes.of(Description.fingerprint(column)));
                body.unsigned(all.size());
                int last = 0;
                for (Placed each : all) {
                    body.signed(each.origin - last);
                    last = each.origin;
                }
                column.write(
                        new ColumnWriter(body, pools),
                        all.stream().<Object>map(Placed::sample).toList());
            }
            return Packed.of(pools, body, Deflater.BEST_COMPRESSION);
        }

        /** By origin; those of one by their texts, unless they are one. */
        private static List<Placed> inOrder(List<Placed> all) {
            record Keyed(Placed placed, String text) {}
            Map<Integer, List<Placed>> byOrigin = new TreeMap<>();
            all.forEach(each -> byOrigin.computeIfAbsent(each.origin, any -> new ArrayList<>())
                    .add(each));
            List<Placed> sorted = new ArrayList<>();
            byOrigin.values().forEach(some -> {
                if (some.size() == 1) {
                    sorted.addAll(some);
                } else {
                    some.stream()
                            .map(each -> new Keyed(each, each.sample.toString()))
                            .sorted(Comparator.comparing(Keyed::text))
                            .forEach(keyed -> sorted.add(keyed.placed));
                }
            });
            return sorted;
        }
    }

    /** Two of the same bytes are equal. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FoldUnit unit && checksums().equals(unit.checksums());
    }

    @Override
    public int hashCode() {
        return checksums().hashCode();
    }

    private List<Integer> checksums() {
        List<Integer> all = new ArrayList<>();
        sections.forEach((section, packed) -> {
            all.add(section.number());
            all.add(packed.length());
            all.add(packed.checksum());
        });
        return all;
    }

    /** What was folded. */
    public UnitHead head() {
        return head;
    }

    /** The same with labels added to its own, which they replace where they have the same names. */
    public FoldUnit labelled(Map<String, String> labels) {
        if (labels.isEmpty()) {
            return this;
        }
        UnitHead named = head.labelled(labels);
        Map<UnitSection, Packed> all = new EnumMap<>(sections);
        all.put(UnitSection.HEAD, packed(named));
        return new FoldUnit(file, all, named);
    }

    private static Packed packed(UnitHead head) {
        SectionPools.Writing pools = new SectionPools.Writing();
        ByteSink body = new ByteSink();
        Column column = Columns.of(UnitHead.class);
        body.raw(Bytes.of(Description.fingerprint(column)));
        column.write(new ColumnWriter(body, pools), List.of(head));
        return Packed.of(pools, body, Deflater.BEST_COMPRESSION);
    }

    /** Its bytes. */
    byte[] bytes() {
        ByteSink sink = new ByteSink();
        sink.unsigned(sections.size());
        sections.forEach((section, packed) -> {
            sink.octet(section.number());
            packed.writeTo(sink);
        });
        return sink.toBytes();
    }

    /**
     * Reads one.
     *
     * @param file what messages call the file
     * @throws DataException if it is damaged, or of another version
     */
    static FoldUnit read(byte[] bytes, String file) {
        ByteView view = new ByteView(bytes, file);
        Map<UnitSection, Packed> sections = new EnumMap<>(UnitSection.class);
        int count = view.index(UnitSection.values().length + 1);
        for (int i = 0; i < count; i++) {
            UnitSection section = UnitSection.numbered(view.octet());
            if (section == null) {
                throw view.damaged("it has a part of no known kind");
            }
            sections.put(section, Packed.read(view, MAX_BYTES));
        }
        Packed packed = sections.get(UnitSection.HEAD);
        if (packed == null || view.left() > 0) {
            throw view.damaged("a section is missing");
        }
        ColumnReader reader = packed.open(file, UnitSection.HEAD.word());
        Column column = Columns.of(UnitHead.class);
        boolean former = Description.checkFormer(reader.bytes(), column, "its head");
        UnitHead head =
                (UnitHead) column.read(former ? reader.ofFormer() : reader, 1).getFirst();
        for (UnitHead.Input input : head.inputs()) {
            view.index(input.origin(), head.origins().size());
        }
        return new FoldUnit(file, sections, head);
    }

    /** Takes samples with the places of their origins. */
    @FunctionalInterface
    interface Sink {

        /** One sample. */
        void accept(int origin, Sample sample);
    }

    /**
     * Passes on the samples of some kinds.
     *
     * @throws DataException if a section that has them is damaged, or of another version
     */
    void read(Predicate<Class<? extends Sample>> wanted, Sink to) {
        for (Map.Entry<UnitSection, Packed> entry : sections.entrySet()) {
            UnitSection section = entry.getKey();
            boolean any =
                    KINDS.values().stream().anyMatch(kind -> UnitSection.of(kind) == section && wanted.test(kind));
            if (section.hasSamples() && any) {
                ColumnReader reader = entry.getValue().open(file, section.word());
                int kinds = reader.bytes().count();
                for (int i = 0; i < kinds; i++) {
                    readKind(reader, wanted, to);
                }
            }
        }
    }

    /**
     * Passes on the states of some kinds.
     *
     * @throws DataException if a section that has one is damaged, or of another version, or if its figures contradict each
     *     other
     */
    void states(Predicate<Class<? extends StateParts>> wanted, Consumer<StateParts> to) {
        sections.forEach((section, packed) -> {
            Class<? extends StateParts> state = section.state();
            if (state != null && wanted.test(state)) {
                ColumnReader reader = packed.open(file, section.word());
                Column column = Columns.of(state);
                Description.check(reader.bytes(), Description.fingerprint(column), section.word());
                List<Object> all = column.read(reader, reader.bytes().count());
                try {
                    all.forEach(parts -> to.accept((StateParts) parts));
                } catch (IllegalArgumentException e) {
                    throw reader.bytes().damaged("its section \"" + section.word() + "\" contradicts itself");
                }
            }
        });
    }

    private static Class<?> kind(String name) {
        return Objects.requireNonNull(KINDS.get(name), name);
    }

    /**
     * Passes on the samples of one kind.
     *
     * @throws DataException if they are damaged, or of another version
     */
    private void readKind(ColumnReader reader, Predicate<Class<? extends Sample>> wanted, Sink to) {
        ByteView view = reader.bytes();
        String name = new String(view.raw(view.count()), StandardCharsets.UTF_8);
        Class<? extends Sample> kind = KINDS.get(name);
        if (kind == null) {
            throw new DataException("the fold " + file + " was written by another version of loomweight, which knows \""
                    + (name.length() > 40 ? "?" : name)
                    + "\"; fold the recordings again, or read it with that version");
        }
        Column column = Columns.of(kind);
        Description.check(view, Description.fingerprint(column), name);
        int[] origins = origins(view);
        List<Object> samples = column.read(reader, origins.length);
        if (wanted.test(kind)) {
            for (int i = 0; i < origins.length; i++) {
                to.accept(origins[i], (Sample) samples.get(i));
            }
        }
    }

    /** The places of the origins of the samples that follow. */
    private int[] origins(ByteView view) {
        int[] origins = new int[view.count()];
        long last = 0;
        for (int i = 0; i < origins.length; i++) {
            last += view.signed();
            origins[i] = view.index(last, head.origins().size());
        }
        return origins;
    }
}
