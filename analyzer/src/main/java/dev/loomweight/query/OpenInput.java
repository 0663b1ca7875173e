package dev.loomweight.query;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.capture.DataException;
import dev.loomweight.input.ParallelReads;
import dev.loomweight.input.Source;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.input.capture.UnreadableSource;
import dev.loomweight.input.folded.FoldedSource;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.input.recording.Secrets;
import dev.loomweight.input.recording.reader.RecordingReader.Reading;
import dev.loomweight.match.Glob;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Cell;
import dev.loomweight.sample.EventKind;
import dev.loomweight.sample.EventType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An input that stays open: its files are found at once, its events are read when they are first used, and kept. Not safe
 * for threads.
 */
public final class OpenInput implements AutoCloseable {

    private final Path path;
    private final Inputs inputs;
    private List<RecordingSource> recordings;
    private final Map<String, EventTable> tables = new HashMap<>();
    private final Map<String, EventType> described = new TreeMap<>();
    private @Nullable TypeCounts counts;

    private OpenInput(Path path, Inputs inputs) {
        this.path = path;
        this.inputs = inputs;
        this.recordings = inputs.sources().stream()
                .filter(RecordingSource.class::isInstance)
                .map(RecordingSource.class::cast)
                .toList();
    }

    /**
     * Opens an input.
     *
     * @param path a capture, a recording, a folder of either, a text
     * @throws DataException if it does not exist or cannot be read
     */
    public static OpenInput of(Path path) {
        return of(path, 0);
    }

    /**
     * Opens an input.
     *
     * @param path a capture, a recording, a folder of either, a text
     * @param maxUnpackedBytes the maximum uncompressed size of compressed files, in bytes, or 0 for the default
     * @throws DataException if it does not exist, cannot be read, or is larger
     */
    public static OpenInput of(Path path, long maxUnpackedBytes) {
        return new OpenInput(path, Inputs.open(List.of(path), Map.of(), ReaderChoice.AUTO, maxUnpackedBytes, true));
    }

    /** Its path. */
    public Path path() {
        return path;
    }

    /**
     * Its class files, to be closed by the caller: what the user names, else what its captures name.
     *
     * @param named the entries that the user names; may be empty
     * @param jdk the home of the JDK that the user names, or null
     * @param ofInputs whether what the captures name is used
     */
    public ClassPath classPath(List<String> named, @Nullable Path jdk, boolean ofInputs) {
        return ClassPath.of(named, jdk, 0, ofInputs ? inputs.classes() : List.of());
    }

    /**
     * Its class files, of which not everything may be read.
     *
     * @param named the entries that the user names; may be empty, for what its captures name
     * @param readable which files and folders may be
     */
    public ClassPath classPath(List<String> named, Predicate<Path> readable) {
        return ClassPath.of(named, null, 0, inputs.classes(), readable);
    }

    /** What it contains, such as {@code "1 recording, 2 texts"}, and what of it cannot be read. */
    public String contents() {
        List<Source> unreadable = inputs.sources().stream()
                .filter(UnreadableSource.class::isInstance)
                .toList();
        int folds = inputs.folds().size();
        long texts = inputs.sources().stream()
                .filter(source -> source.hasContent()
                        && !(source instanceof FoldedSource)
                        && !(source instanceof RecordingSource)
                        && !(source instanceof UnreadableSource))
                .count();
        List<String> parts = new ArrayList<>();
        if (!recordings.isEmpty()) {
            parts.add(Amounts.count(recordings.size(), "recording"));
        }
        if (folds > 0) {
            parts.add(Amounts.count(folds, "fold"));
        }
        if (texts > 0) {
            parts.add(Amounts.count(texts, "text"));
        }
        if (!unreadable.isEmpty()) {
            parts.add(unreadable.size() + " unreadable ("
                    + unreadable.getFirst().origin().file()
                    + (unreadable.size() == 1 ? ")" : " and " + (unreadable.size() - 1) + " more)"));
        }
        return String.join(", ", parts);
    }

    /** The size of its recordings together, in bytes; absent where there are none. */
    public Cell size() {
        return recordings.isEmpty() ? Cell.absent("") : Cell.bytes(bytes());
    }

    /** The size of its recordings together, in bytes; 0 where there are none. */
    public long bytes() {
        return recordings.stream()
                .mapToLong(source -> source.file().toFile().length())
                .sum();
    }

    /**
     * All event types that its recordings declare, by name, and the number of events of each. The first call reads the
     * headers of all events.
     */
    public Map<String, Long> types(RowProgress meter) {
        Map<String, Long> types = new TreeMap<>();
        TypeCounts all = counts(meter);
        all.types().keySet().forEach(name -> types.put(name, all.counts().getOrDefault(name, 0L)));
        return types;
    }

    /**
     * The event types as rows, with the number of events of each.
     *
     * @param names which of them, in lower case; null for those that have events
     */
    public Relation typeRows(@Nullable Glob names, RowProgress meter) {
        List<List<Cell>> rows = new ArrayList<>();
        types(meter).forEach((name, count) -> {
            if (names == null ? count > 0 : names.matches(name.toLowerCase(Locale.ROOT))) {
                rows.add(List.of(Cell.text(name), Cell.count(count)));
            }
        });
        return Relations.of("types", List.of("type", "count"), rows);
    }

    /**
     * The event types that its recordings declare: those at the beginning of each recording, until all of it has been
     * read.
     *
     * @throws DataException if a recording cannot be read
     */
    public Map<String, EventType> described() {
        if (counts != null) {
            return counts.types();
        }
        if (described.isEmpty()) {
            recordings.forEach(source -> described.putAll(source.describe(RecordingSource.ALL_TYPES)));
        }
        return described;
    }

    private TypeCounts counts(RowProgress meter) {
        if (counts == null) {
            mustHaveRecordings();
            counts = TypeCounts.read(recordings, meter);
        }
        return counts;
    }

    private void mustHaveRecordings() {
        if (recordings.isEmpty()) {
            throw new DataException(
                    path + " has no recording, and therefore no events; open a .jfr file, or a capture that has one");
        }
    }

    /**
     * The fields of a type as rows: name, kind, and whether it is shown where none is chosen.
     *
     * @param name the type's name, with or without {@code jdk.}
     * @throws DataException if its recordings do not declare the type
     */
    public Relation fields(String name, RowProgress meter) {
        EventType type = table(name, meter).type();
        List<FieldPlan> plans = plans(type);
        return Relations.of(
                type.name(),
                List.of("field", "kind", "shown"),
                plans.stream()
                        .map(plan -> List.<Cell>of(
                                Cell.text(plan.name()),
                                Cell.text(plan.kind().toString()),
                                Cell.text(plan.shown() ? "yes" : "")))
                        .toList());
    }

    /**
     * The fields of a type that names in a query can mean.
     *
     * @param type the type's name, with or without {@code jdk.}
     * @param words names as SQL has them, in lower case
     * @throws DataException if its recordings do not declare the type
     */
    public Set<String> fieldsMeant(String type, Set<String> words, RowProgress meter) {
        return plans(table(type, meter).type()).stream()
                .map(FieldPlan::name)
                .filter(field -> words.stream().anyMatch(word -> SqlNames.mayMean(word, field)))
                .collect(Collectors.toSet());
    }

    /** The names of the fields of a type, with or without {@code jdk.}; empty where it is not {@link #described}. */
    public List<String> knownFields(String name) {
        Map<String, EventType> types = described();
        EventType type = types.getOrDefault(name, types.get(EventKind.OF_JDK + name));
        return type == null
                ? List.of()
                : plans(type).stream().map(FieldPlan::name).toList();
    }

    /** The columns of a type, for all who ask. */
    private List<FieldPlan> plans(EventType type) {
        return FieldPlan.of(type, recordings.size() > 1);
    }

    /**
     * The events of a type, in the order of time.
     *
     * @param name the type's name, with or without {@code jdk.}
     * @param fields the fields that are used, or null for those that are shown where none is chosen
     * @param classes the application's class files; {@link #forget} drops what was read with others
     * @param own prefixes of the application's own classes
     * @param limit the maximum number of events
     * @throws DataException if its recordings do not declare the type, or there are more events
     */
    public Relation events(
            String name,
            @Nullable Set<String> fields,
            ClassPath classes,
            List<String> own,
            RowProgress meter,
            long limit) {
        EventTable table = table(name, meter);
        if (counts != null) {
            // Where events have been counted, too many are rejected before they are read.
            new EventColumns.Limit(table.type().name(), limit)
                    .add(counts.counts().getOrDefault(table.type().name(), 0L));
        }
        return table.relation(fields, classes, own, meter, limit);
    }

    /**
     * Shows or masks values that can be secrets; initially they are masked. Drops the events that were read.
     */
    public void showSecrets(boolean shown) {
        Secrets secrets = shown ? Secrets.SHOWN : Secrets.MASKED;
        recordings = recordings.stream().map(source -> source.with(secrets)).toList();
        forget();
    }

    /** Drops the events that were read, so that they are read again. */
    public void forget() {
        tables.clear();
    }

    private EventTable table(String name, RowProgress meter) {
        EventTable known = tables.getOrDefault(name, tables.get(EventKind.OF_JDK + name));
        if (known != null) {
            return known;
        }
        mustHaveRecordings();
        Map<String, EventType> found = new HashMap<>();
        List<RecordingSource> holding = new ArrayList<>();
        for (RecordingSource source : recordings) {
            Map<String, EventType> described = source.describe(Set.of(name, EventKind.OF_JDK + name));
            found.putAll(described);
            if (!described.isEmpty()) {
                holding.add(source);
            }
        }
        EventType type = found.getOrDefault(name, found.get(EventKind.OF_JDK + name));
        if (type == null) {
            Set<String> types = counts(meter).types().keySet();
            throw new DataException("no recording in " + path + " declares the event type " + name
                    + Names.suggestion(name, types) + " (type \"types\" for all)");
        }
        EventTable table = new EventTable(type, plans(type), holding);
        tables.put(type.name(), table);
        return table;
    }

    /** The names of its recordings' processes. */
    public String subjects() {
        return recordings.stream()
                .map(source -> source.origin().subject())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    @Override
    public void close() {
        inputs.close();
    }

    /**
     * The event types that recordings declare, and the number of events of each.
     *
     * @param types by name
     * @param counts by name; types without events are left out
     */
    private record TypeCounts(Map<String, EventType> types, Map<String, Long> counts) {

        /** Reads the headers of all events. */
        static TypeCounts read(List<RecordingSource> sources, RowProgress meter) {
            @Nullable Reading[] readings = new @Nullable Reading[sources.size()];
            new ParallelReads()
                    .run(
                            sources.stream().mapToLong(RecordingSource::bytes).toArray(),
                            (i, threads) -> readings[i] = sources.get(i)
                                    .count(
                                            events -> {
                                                meter.check();
                                                meter.add(events);
                                            },
                                            threads));
            Map<String, EventType> types = new TreeMap<>();
            Map<String, Long> counts = new HashMap<>();
            for (Reading reading : readings) {
                if (reading != null) {
                    types.putAll(reading.types());
                    reading.counts().forEach((name, count) -> counts.merge(name, count, Long::sum));
                }
            }
            return new TypeCounts(types, counts);
        }
    }
}
