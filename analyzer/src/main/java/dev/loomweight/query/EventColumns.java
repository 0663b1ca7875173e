package dev.loomweight.query;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.recording.reader.RecordingReader.EventSink;
import dev.loomweight.kernel.diagnosis.PinColumns;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.EventView;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The field values of the events that one thread reads. */
final class EventColumns implements EventSink {

    /** Progress is reported, and cancellation checked, once in so many events. */
    private static final int STRIDE = 1024;

    private final List<FieldPlan> plans;
    private final List<FieldBuilder> values = new ArrayList<>();
    private final PinColumns pins;
    private final String recording;
    private final RowProgress meter;
    private final Limit limit;
    private int rows;

    /** The maximum number of events, for all threads together. */
    static final class Limit {
        private final String type;
        private final long most;
        private final AtomicLong seen = new AtomicLong();

        Limit(String type, long most) {
            this.type = type;
            this.most = most;
        }

        void add(long events) {
            if (seen.addAndGet(events) > most) {
                throw new DataException("more than " + String.format(Locale.ROOT, "%,d", most) + " events of " + type
                        + ", which may not fit in memory; to load them all, type: set limit "
                        + (most > Long.MAX_VALUE / 10 ? Long.MAX_VALUE : most * 10));
            }
        }
    }

    EventColumns(List<FieldPlan> plans, PinColumns pins, String recording, RowProgress meter, Limit limit) {
        this.plans = plans;
        this.pins = pins;
        this.recording = recording;
        this.meter = meter;
        this.limit = limit;
        plans.forEach(plan -> values.add(new FieldBuilder(plan.kind())));
    }

    @Override
    public void accept(EventView event) {
        try {
            read(event);
        } catch (RuntimeException e) {
            // The reader skips a damaged event. What was read of it would shift all following rows.
            values.forEach(of -> of.keep(rows));
            throw e;
        }
        rows++;
        if (rows % STRIDE == 0) {
            meter.check();
            meter.add(STRIDE);
            limit.add(STRIDE);
        }
    }

    private void read(EventView event) {
        for (int i = 0; i < values.size(); i++) {
            FieldPlan plan = plans.get(i);
            FieldBuilder of = values.get(i);
            switch (plan.from()) {
                case START -> of.add(EpochNanos.of(event.startTime()));
                case DURATION -> of.add(event.durationNanos());
                case VALUE -> of.addObject(plan.known(value(event, plan.name())));
                case STACK_TOP -> of.addCached(event.stack(), EventColumns::top);
                case STACK_SITE -> of.addCached(event.stack(), EventColumns::site);
                case STACK_DEPTH -> of.add(event.stack().frames().size());
                case HOLDER -> of.addObject(pins.of(event).holder());
                case CAUSE -> of.addObject(pins.of(event).cause());
                case BLOCKER -> of.addObject(pins.of(event).blocker());
                case RECORDING -> of.addObject(recording);
                case NOWHERE -> of.addObject(null);
            }
        }
    }

    // Recordings of two JDKs may declare a type differently.
    private static @Nullable Object value(EventView event, String path) {
        try {
            Object value = event.value(path);
            return value instanceof ThreadRef thread ? name(thread) : value;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static String name(ThreadRef thread) {
        if (!thread.name().isEmpty()) {
            return thread.name();
        }
        return (thread.virtual() ? "virtual #" : "#") + thread.javaThreadId();
    }

    private static @Nullable String top(StackTrace stack) {
        return stack.frames().isEmpty() ? null : stack.frames().getFirst().label();
    }

    private static @Nullable String site(StackTrace stack) {
        return stack.frames().isEmpty() ? null : stack.site();
    }

    /**
     * The values that all threads have read.
     *
     * @param fields in the order of the plans
     * @param rows the number of events
     */
    record Merged(List<Field> fields, int rows) {}

    /** Merges the values that several threads have read, in the order of time. */
    static Merged merge(List<FieldPlan> plans, List<EventColumns> parts) {
        for (EventColumns part : parts) {
            part.meter.add(part.rows % STRIDE);
            part.limit.add(part.rows % STRIDE);
        }
        int rows = parts.stream().mapToInt(part -> part.rows).sum();
        int start = plans.indexOf(plans.stream()
                .filter(plan -> plan.from() == FieldPlan.From.START)
                .findFirst()
                .orElseThrow());
        LongArrayList times = FieldBuilder.wholes(
                parts.stream().map(part -> part.values.get(start)).toList());
        int[] order = IntStream.range(0, rows).toArray();
        IntArrays.mergeSort(order, (left, right) -> Long.compare(times.getLong(left), times.getLong(right)));
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < plans.size(); i++) {
            int number = i;
            FieldPlan plan = plans.get(i);
            List<FieldBuilder> of =
                    parts.stream().map(part -> part.values.get(number)).toList();
            fields.add(FieldBuilder.field(plan.name(), plan.kind(), of, order));
        }
        return new Merged(fields, rows);
    }
}
