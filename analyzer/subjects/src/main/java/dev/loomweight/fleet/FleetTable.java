package dev.loomweight.fleet;

import dev.loomweight.capture.DataException;
import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.fold.Sum;
import dev.loomweight.memory.Account;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Rows for tables that other programs ask, such as Parquet files: one for each label set, so that it is one for each
 * recording where its name is among the labels.
 *
 * @param name the table's name
 * @param columns what each value of a row is
 * @param rows values of the columns' types, null where one is not known; sorted by labels, then by what the row is of
 */
public record FleetTable(String name, List<Column> columns, List<List<@Nullable Object>> rows) {

    /** Recordings: how many, what they could show, sums of their pins. */
    public static final String RECORDINGS = "recordings";

    /** Pins by site. */
    public static final String PINS = "pins";

    /** Peaks of memory by category. */
    public static final String MEMORY = "memory";

    /** Memory over time by category. */
    public static final String SAMPLES = "memorySamples";

    /** Pinned time and memory by the hour in which a recording began. */
    public static final String HOURS = "hours";

    /** The labels that have columns of their own, in addition to that of all labels. */
    public static final List<String> LABELS = List.of("service", "version", "pod", Labels.RECORDING);

    public FleetTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** The types of values. */
    public enum Type {
        /** {@link String}. */
        TEXT,
        /** {@link Long}. */
        NUMBER,
        /** {@link Boolean}. */
        TRUTH,
        /** {@link Long}: microseconds since 1970-01-01T00:00Z. */
        TIME,
        /** {@code Map<String, String>}, sorted. */
        LABELS
    }

    /**
     * One column.
     *
     * @param name lower camel case, with its unit
     * @param type of its values
     */
    public record Column(String name, Type type) {}

    /**
     * All tables, always the same ones in the same order: of sums of one recording, its rows; of several, a row for each
     * label set.
     *
     * @throws DataException if it is no sums, is damaged, or is of another version
     */
    public static List<FleetTable> of(byte[] bytes) {
        return of(FleetBytes.read(bytes, "a fold"));
    }

    /** The same of sums that were read. */
    public static List<FleetTable> of(FleetSums sums) {
        return List.of(recordings(sums), pins(sums), memory(sums), hours(sums));
    }

    /** One that is being made: columns are those of the first names that are given, in their order. */
    private static final class Maker {
        private final String name;
        private final List<Column> columns = new ArrayList<>();
        private final List<List<@Nullable Object>> rows = new ArrayList<>();

        Maker(String name) {
            this.name = name;
            columns.add(new Column("labels", Type.LABELS));
            LABELS.forEach(label -> columns.add(new Column(label, Type.TEXT)));
        }

        Maker columns(Type type, String... names) {
            Arrays.stream(names).forEach(column -> columns.add(new Column(column, type)));
            return this;
        }

        void row(Labels labels, @Nullable Object... values) {
            List<@Nullable Object> row = new ArrayList<>();
            row.add(labels.values());
            LABELS.forEach(label -> row.add(labels.values().get(label)));
            Collections.addAll(row, values);
            rows.add(Collections.unmodifiableList(row));
        }

        FleetTable of(FleetSums sums, BiConsumer<Labels, GroupSums> each) {
            sums.groups().forEach(each);
            return new FleetTable(name, columns, rows);
        }
    }

    private static FleetTable recordings(FleetSums sums) {
        Maker table = new Maker(RECORDINGS)
                .columns(
                        Type.NUMBER,
                        "recordingsCount",
                        "copiesCount",
                        "unreadableCount",
                        "damagedCount",
                        "lostEventsCount",
                        "pinsRecordedCount",
                        "pinsOffCount",
                        "pinsUnknownCount")
                .columns(Type.TIME, "firstTime", "lastTime")
                .columns(Type.TEXT, "jdks")
                .columns(
                        Type.NUMBER,
                        "sizeBytes",
                        "recordedNanos",
                        "carrierNanos",
                        "thresholdNanos",
                        "pinsCount",
                        "pinnedNanos",
                        "longestPinNanos",
                        "starvationWindowsCount",
                        "starvedNanos",
                        "failedSubmitsCount",
                        "residentBytes",
                        "limitBytes",
                        "ofLimitThousandths")
                .columns(Type.TEXT, "problem");
        return table.of(sums, (labels, group) -> {
            Sum pins = group.pins();
            Distribution resident = group.memory().get(Account.RESIDENT);
            table.row(
                    labels,
                    group.get(Counter.RECORDINGS),
                    group.get(Counter.COPIES),
                    group.get(Counter.UNREADABLE),
                    group.get(Counter.DAMAGED),
                    group.get(Counter.LOST),
                    group.get(Counter.TOLD),
                    group.get(Counter.PINS_OFF),
                    group.get(Counter.PINS_UNKNOWN)
                            + group.get(Counter.PINS_UNSTATED)
                            + group.get(Counter.NO_RECORDING),
                    group.firstNanos() == Long.MAX_VALUE ? null : group.firstNanos() / 1000,
                    group.lastNanos() == Long.MIN_VALUE ? null : group.lastNanos() / 1000,
                    String.join(", ", group.jdks()),
                    group.get(Counter.BYTES),
                    group.get(Counter.RECORDED_NANOS),
                    group.get(Counter.CARRIERS_KNOWN) == 0 ? null : group.get(Counter.CARRIER_NANOS),
                    group.thresholdNanos(),
                    pins.count(),
                    pins.nanos(),
                    pins.maxNanos(),
                    group.get(Counter.STARVATION_WINDOWS),
                    group.get(Counter.STARVED_NANOS),
                    group.get(Counter.SUBMITS_TOLD) == 0 ? null : group.get(Counter.FAILED_SUBMITS),
                    resident == null ? null : resident.max(),
                    group.limits().isEmpty() ? null : group.limits().firstKey(),
                    group.ofLimit().count() == 0 ? null : group.ofLimit().max(),
                    group.examples().isEmpty() ? null : String.join("; ", group.examples()));
        });
    }

    private static FleetTable pins(FleetSums sums) {
        Maker table = new Maker(PINS)
                .columns(Type.TEXT, "site", "holder", "blocker", "causes", "causeIds")
                .columns(Type.TRUTH, "own")
                .columns(Type.NUMBER, "recordingsCount", "pinsCount", "pinnedNanos", "longestPinNanos")
                .columns(Type.TEXT, "solution");
        return table.of(
                sums,
                (labels, group) -> group.sites()
                        .forEach((key, site) -> table.row(
                                labels,
                                key.name(),
                                key.holder(),
                                key.blocker(),
                                String.join(", ", site.causes()),
                                String.join(",", site.causeIds()),
                                site.own(),
                                site.recordings(),
                                site.sum().count(),
                                site.sum().nanos(),
                                site.sum().maxNanos(),
                                site.solution())));
    }

    private static FleetTable memory(FleetSums sums) {
        Maker table = new Maker(MEMORY)
                .columns(Type.TEXT, "category", "source")
                .columns(Type.NUMBER, "recordingsCount", "p50Bytes", "p95Bytes", "maxBytes");
        return table.of(
                sums,
                (labels, group) -> group.memory()
                        .forEach((kind, peaks) -> table.row(
                                labels,
                                kind.category(),
                                kind.source(),
                                peaks.count(),
                                peaks.percentile(50),
                                peaks.percentile(95),
                                peaks.max())));
    }

    /**
     * Memory over time of a recording: a row for each sample.
     *
     * @param labels what it is of
     * @param samples by category, in the order of time
     */
    static FleetTable samples(Labels labels, SortedMap<Account, List<MemorySamples.At>> samples) {
        Maker table = new Maker(SAMPLES)
                .columns(Type.TEXT, "category", "source")
                .columns(Type.TIME, "sampleTime")
                .columns(Type.NUMBER, "sampleBytes");
        samples.forEach((kind, all) -> all.forEach(
                sample -> table.row(labels, kind.category(), kind.source(), sample.micros(), sample.bytes())));
        return new FleetTable(table.name, table.columns, table.rows);
    }

    /** The table of {@link #samples} without rows. */
    public static FleetTable noSamples() {
        return samples(Labels.NONE, Collections.emptySortedMap());
    }

    private static FleetTable hours(FleetSums sums) {
        Maker table = new Maker(HOURS)
                .columns(Type.TIME, "hourTime")
                .columns(Type.NUMBER, "recordedNanos", "pinnedNanos", "residentBytes", "ofLimitThousandths");
        return table.of(
                sums,
                (labels, group) -> group.hours()
                        .forEach((hour, of) -> table.row(
                                labels,
                                hour * 3_600_000_000L,
                                of.recordedNanos(),
                                of.pinnedNanos(),
                                of.residentBytes() == 0 ? null : of.residentBytes(),
                                of.ofLimitThousandths() == 0 ? null : of.ofLimitThousandths())));
    }
}
