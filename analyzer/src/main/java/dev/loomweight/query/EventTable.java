package dev.loomweight.query;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.capture.DataException;
import dev.loomweight.input.ParallelReads;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.kernel.diagnosis.PinColumns;
import dev.loomweight.sample.EventType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All events of one type as a relation, in the order of time. Fields are read when they are first used,
 * and kept.
 */
final class EventTable {

    /** Among the names of wanted fields, stands for those that are shown where none is chosen. */
    static final String SHOWN = "*";

    /** The name of the field that every event has. */
    static final String START = "startTime";

    private final EventType type;
    private final List<FieldPlan> all;
    private final List<RecordingSource> sources;
    private Map<String, Field> known = Map.of();
    private int rows;

    /**
     * @param type the type, as the recordings describe it
     * @param all its columns
     * @param sources where to read
     */
    EventTable(EventType type, List<FieldPlan> all, List<RecordingSource> sources) {
        this.type = type;
        this.all = List.copyOf(all);
        this.sources = List.copyOf(sources);
    }

    /** The type of its events. */
    EventType type() {
        return type;
    }

    /**
     * The relation.
     *
     * @param wanted the fields that are used, by full or short names, or null for those that are shown where none is
     *     chosen; unknown names are ignored: the step that uses one reports it
     * @param classes the application's class files, for the frames that hold monitors; not used for fields that are kept
     * @param own prefixes of the application's own classes
     * @param meter reports progress, and cancels the reading
     * @param limit the maximum number of events
     * @throws DataException if there are more, or a recording cannot be read
     */
    synchronized Relation relation(
            @Nullable Set<String> wanted, ClassPath classes, List<String> own, RowProgress meter, long limit) {
        Set<String> names = new LinkedHashSet<>();
        if (wanted == null || wanted.contains(SHOWN)) {
            all.stream().filter(FieldPlan::shown).map(FieldPlan::name).forEach(names::add);
        }
        if (wanted != null) {
            List<String> possible = all.stream().map(FieldPlan::name).toList();
            wanted.forEach(word -> Names.resolve(word, possible).ifPresent(names::add));
        }
        if (known.isEmpty() || !known.keySet().containsAll(names)) {
            // All in one pass: two passes may return events of the same time in different orders.
            Set<String> together = new LinkedHashSet<>(known.keySet());
            together.addAll(names);
            together.add(START);
            List<FieldPlan> plans = all.stream()
                    .filter(field -> together.contains(field.name()))
                    .toList();
            load(plans, new Code(classes), own, meter, limit);
        }
        List<Field> fields = new ArrayList<>();
        all.stream()
                .filter(field -> names.contains(field.name()))
                .forEach(field -> fields.add(known.get(field.name())));
        return new Relation(
                type.name(), fields, rows, all.stream().map(FieldPlan::name).toList(), List.of());
    }

    private void load(List<FieldPlan> fields, Code code, List<String> own, RowProgress meter, long limit) {
        List<EventColumns> parts = Collections.synchronizedList(new ArrayList<>());
        EventColumns.Limit bound = new EventColumns.Limit(type.name(), limit);
        new ParallelReads()
                .run(sources.stream().mapToLong(RecordingSource::bytes).toArray(), (i, threads) -> {
                    RecordingSource source = sources.get(i);
                    source.events(
                            Set.of(type.name()),
                            () -> {
                                EventColumns part = new EventColumns(
                                        fields,
                                        new PinColumns(type, code, own),
                                        source.origin().subject(),
                                        meter,
                                        bound);
                                parts.add(part);
                                return part;
                            },
                            threads);
                });
        EventColumns.Merged merged = EventColumns.merge(fields, parts);
        Map<String, Field> loaded = new LinkedHashMap<>();
        merged.fields().forEach(field -> loaded.put(field.name(), field));
        known = loaded;
        rows = merged.rows();
    }
}
