package dev.loomweight.fleet;

import dev.loomweight.capture.DataException;
import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.fleet.GroupSums.Hour;
import dev.loomweight.memory.Account;
import dev.loomweight.pins.pinning.PinSite.SiteKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
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
        return List.of(
                OF_RECORDINGS.table(sums, Stream::of),
                OF_PINS.table(sums, group -> group.sites().entrySet().stream()),
                OF_MEMORY.table(sums, group -> group.memory().entrySet().stream()),
                OF_HOURS.table(sums, group -> group.hours().entrySet().stream()));
    }

    /**
     * A table declared by its columns: each with its name, its type, and how its value is taken from the thing that a row
     * shows.
     *
     * @param <T> what a row shows
     */
    private static final class Declared<T> {
        private final String name;
        private final List<Column> columns = new ArrayList<>();
        private final List<Function<T, @Nullable Object>> values = new ArrayList<>();

        Declared(String name) {
            this.name = name;
            columns.add(new Column("labels", Type.LABELS));
            LABELS.forEach(label -> columns.add(new Column(label, Type.TEXT)));
        }

        Declared<T> text(String column, Function<T, @Nullable String> value) {
            return with(column, Type.TEXT, value::apply);
        }

        Declared<T> number(String column, Function<T, @Nullable Long> value) {
            return with(column, Type.NUMBER, value::apply);
        }

        Declared<T> truth(String column, Predicate<T> value) {
            return with(column, Type.TRUTH, value::test);
        }

        /** With a column of microseconds since 1970. */
        Declared<T> time(String column, Function<T, @Nullable Long> value) {
            return with(column, Type.TIME, value::apply);
        }

        private Declared<T> with(String column, Type type, Function<T, @Nullable Object> value) {
            columns.add(new Column(column, type));
            values.add(value);
            return this;
        }

        FleetTable table(FleetSums sums, Function<GroupSums, Stream<T>> things) {
            List<List<@Nullable Object>> rows = new ArrayList<>();
            sums.groups()
                    .forEach((labels, group) -> things.apply(group).forEach(thing -> rows.add(row(labels, thing))));
            return new FleetTable(name, columns, rows);
        }

        FleetTable table(Labels labels, Stream<T> things) {
            return new FleetTable(
                    name, columns, things.map(thing -> row(labels, thing)).toList());
        }

        private List<@Nullable Object> row(Labels labels, T thing) {
            List<@Nullable Object> row = new ArrayList<>();
            row.add(labels.values());
            LABELS.forEach(label -> row.add(labels.values().get(label)));
            values.forEach(value -> row.add(value.apply(thing)));
            return Collections.unmodifiableList(row);
        }
    }

    private static final Declared<GroupSums> OF_RECORDINGS = new Declared<GroupSums>(RECORDINGS)
            .number("recordingsCount", group -> group.get(Counter.RECORDINGS))
            .number("copiesCount", group -> group.get(Counter.COPIES))
            .number("unreadableCount", group -> group.get(Counter.UNREADABLE))
            .number("damagedCount", group -> group.get(Counter.DAMAGED))
            .number("lostEventsCount", group -> group.get(Counter.LOST))
            .number("pinsRecordedCount", group -> group.get(Counter.TOLD))
            .number("pinsOffCount", group -> group.get(Counter.PINS_OFF))
            .number(
                    "pinsUnknownCount",
                    group -> group.get(Counter.PINS_UNKNOWN)
                            + group.get(Counter.PINS_UNSTATED)
                            + group.get(Counter.NO_RECORDING))
            .time("firstTime", group -> micros(group, Counter.FIRST_NANOS))
            .time("lastTime", group -> micros(group, Counter.LAST_NANOS))
            .text("jdks", group -> String.join(", ", group.jdks()))
            .number("sizeBytes", group -> group.get(Counter.BYTES))
            .number("recordedNanos", group -> group.get(Counter.RECORDED_NANOS))
            .number(
                    "carrierNanos",
                    group -> group.get(Counter.CARRIERS_KNOWN) == 0 ? null : group.get(Counter.CARRIER_NANOS))
            .number("thresholdNanos", group -> group.get(Counter.THRESHOLD_NANOS))
            .number("pinsCount", group -> group.pins().count())
            .number("pinnedNanos", group -> group.pins().nanos())
            .number("longestPinNanos", group -> group.pins().maxNanos())
            .number("starvationWindowsCount", group -> group.get(Counter.STARVATION_WINDOWS))
            .number("starvedNanos", group -> group.get(Counter.STARVED_NANOS))
            .number(
                    "failedSubmitsCount",
                    group -> group.get(Counter.SUBMITS_TOLD) == 0 ? null : group.get(Counter.FAILED_SUBMITS))
            .number("residentBytes", group -> group.resident().highest())
            .number(
                    "limitBytes",
                    group -> group.limits().isEmpty() ? null : group.limits().firstKey())
            .number("ofLimitThousandths", group -> group.ofLimit().highest())
            .text("problem", group -> group.examples().isEmpty() ? null : String.join("; ", group.examples()));

    private static @Nullable Long micros(GroupSums group, Counter time) {
        long nanos = group.get(time);
        return nanos == time.nothing() ? null : nanos / 1000;
    }

    private static final Declared<Map.Entry<SiteKey, SiteSums>> OF_PINS = new Declared<Map.Entry<SiteKey, SiteSums>>(
                    PINS)
            .text("site", pins -> pins.getKey().name())
            .text("holder", pins -> pins.getKey().holder())
            .text("blocker", pins -> pins.getKey().blocker())
            .text("causes", pins -> String.join(", ", pins.getValue().causes()))
            .text("causeIds", pins -> String.join(",", pins.getValue().causeIds()))
            .truth("own", pins -> pins.getValue().own())
            .number("recordingsCount", pins -> pins.getValue().recordings())
            .number("pinsCount", pins -> pins.getValue().sum().count())
            .number("pinnedNanos", pins -> pins.getValue().sum().nanos())
            .number("longestPinNanos", pins -> pins.getValue().sum().maxNanos())
            .text("solution", pins -> pins.getValue().solution());

    private static final Declared<Map.Entry<Account, Distribution>> OF_MEMORY = new Declared<
                    Map.Entry<Account, Distribution>>(MEMORY)
            .text("category", peaks -> peaks.getKey().category())
            .text("source", peaks -> peaks.getKey().source())
            .number("recordingsCount", peaks -> peaks.getValue().count())
            .number("p50Bytes", peaks -> peaks.getValue().percentile(50))
            .number("p95Bytes", peaks -> peaks.getValue().percentile(95))
            .number("maxBytes", peaks -> peaks.getValue().max());

    private static final Declared<Map.Entry<Long, Hour>> OF_HOURS = new Declared<Map.Entry<Long, Hour>>(HOURS)
            .time("hourTime", hour -> hour.getKey() * 3_600_000_000L)
            .number("recordedNanos", hour -> hour.getValue().recordedNanos())
            .number("pinnedNanos", hour -> hour.getValue().pinnedNanos())
            .number("residentBytes", hour -> notNone(hour.getValue().residentBytes()))
            .number("ofLimitThousandths", hour -> notNone(hour.getValue().ofLimitThousandths()));

    private static final Declared<Map.Entry<Account, MemorySamples.At>> OF_SAMPLES = new Declared<
                    Map.Entry<Account, MemorySamples.At>>(SAMPLES)
            .text("category", sample -> sample.getKey().category())
            .text("source", sample -> sample.getKey().source())
            .time("sampleTime", sample -> sample.getValue().micros())
            .number("sampleBytes", sample -> sample.getValue().bytes());

    private static @Nullable Long notNone(long number) {
        return number == 0 ? null : number;
    }

    /**
     * Memory over time of a recording: a row for each sample.
     *
     * @param labels what it is of
     * @param samples by category, in the order of time
     */
    static FleetTable samples(Labels labels, SortedMap<Account, List<MemorySamples.At>> samples) {
        return OF_SAMPLES.table(
                labels,
                samples.entrySet().stream()
                        .flatMap(of -> of.getValue().stream().map(sample -> Map.entry(of.getKey(), sample))));
    }

    /** The table of {@link #samples} without rows. */
    public static FleetTable noSamples() {
        return samples(Labels.NONE, Collections.emptySortedMap());
    }
}
